import { type AppendLine, createAppendLine } from './append-line.ts';
import type { Connection } from './connection.ts';

/**
 * gRPC sends the next message of a call when the one before has been written to the socket. Messages of several calls
 * share a write: an append then costs both sides a fifth less.
 */
const LINES = 8;

/** Several calls for appends. Appends of one stream all use the same call, so that they are stored in their order. */
export const createAppendLines = (connection: Connection, answerWithinMs: number): AppendLine => {
  const lines = Array.from({ length: LINES }, () => createAppendLine(connection, answerWithinMs));
  return {
    append: (proposal) => lines[hashOf(proposal.stream) % LINES]!.append(proposal),
    close: () => {
      for (const line of lines) line.close();
    },
  };
};

const hashOf = (text: string): number => {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) >>> 0;
  return hash;
};
