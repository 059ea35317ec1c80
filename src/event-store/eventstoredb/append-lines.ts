import { type AppendLine, createAppendLine } from './append-line.ts';
import type { Connection } from './connection.ts';

/**
 * gRPC passes the next message of a call on when the one before has been written to the socket. Messages of several calls
 * share a write: an append costs both sides a fifth less then.
 */
const LINES = 8;

/** Several calls for appends. Those of one stream all go over the same call, so that they are stored in their order. */
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
