import type { ExpectedRevision } from '../../event-store.ts';
import { type MessageWriter, writeMessage } from './message-writer.ts';
import { bytesField, messageField, numberField } from './protobuf.ts';

/** An event as it is sent: its data are JSON text already. */
export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Uint8Array | string;
  readonly metadata: string;
  readonly contentType?: 'application/json' | 'application/octet-stream';
}

export interface Proposal {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly ProposedEvent[];
}

const EMPTY = Buffer.alloc(0);
const EXPECTED = { no_stream: messageField(3, EMPTY), any: messageField(4, EMPTY) };
const contentTypeEntry = (type: string): Buffer => messageField(2, bytesField(1, 'content-type'), bytesField(2, type));
const CONTENT_TYPES = {
  'application/json': contentTypeEntry('application/json'),
  'application/octet-stream': contentTypeEntry('application/octet-stream'),
};
const TYPE_KEY = bytesField(1, 'type');
const IS_FINAL = numberField(4, 1);
/** Bytes of a character in UTF-8. */
const MOST_BYTES = 3;
/** The most bytes of a request, or of one of its events, in addition to its texts. */
const BESIDE = 200;

/** The request BatchAppendReq with a whole append. The answer carries the same number. */
export const batchAppendRequest = (run: number, number: number, withinMs: number, proposal: Proposal): Buffer =>
  writeMessage(mostBytes(proposal), (writer) => {
    writer.raw(IS_FINAL);
    for (const event of proposal.events.toReversed()) writeProposed(writer, event);
    writer.message(2, () => writeOptions(writer, proposal, withinMs));
    writer.message(1, () =>
      writer.message(1, () => {
        writer.number(2, number);
        writer.number(1, run);
      }),
    );
  });

const mostBytes = ({ stream, events }: Proposal): number =>
  events.reduce(
    (sum, { id, type, data, metadata }) =>
      sum + BESIDE + MOST_BYTES * (id.length + type.length + data.length + metadata.length),
    BESIDE + MOST_BYTES * stream.length,
  );

/** With a duration as its deadline, and not an instant: the server's clock may differ. */
const writeOptions = (writer: MessageWriter, { stream, expected }: Proposal, withinMs: number): void => {
  writer.message(7, () => writer.number(1, Math.ceil(withinMs / 1_000)));
  if (typeof expected === 'number') writer.number(2, expected);
  else writer.raw(EXPECTED[expected]);
  writer.message(1, () => writer.bytes(3, stream));
};

const writeProposed = (writer: MessageWriter, event: ProposedEvent): void => {
  const { id, type, data, metadata, contentType = 'application/json' } = event;
  writer.message(3, () => {
    writer.bytes(4, data);
    writer.bytes(3, metadata);
    writer.raw(CONTENT_TYPES[contentType]);
    writer.message(2, () => {
      writer.bytes(2, type);
      writer.raw(TYPE_KEY);
    });
    writer.message(1, () => writer.bytes(2, id));
  });
};
