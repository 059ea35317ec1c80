import { type ExpectedRevision, InvalidEvents, RevisionConflict, StoreUnavailable } from '../event-store.ts';
import { type MessageWriter, writeMessage } from './message-writer.ts';
import { bytesField, eachField, messageField, numberField } from './protobuf.ts';

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

/** The server's answer to one append. */
export interface AppendAnswer {
  /** Its number. */
  readonly number: number;
  /** Of its last event. */
  readonly revision: number;
  /** Left out if the server does not say it, as for an append that was stored before. */
  readonly position?: number;
  readonly refusal?: Refusal;
}

export interface Refusal {
  /** e.g. `event_store.client.WrongExpectedVersion` */
  readonly kind: string;
  readonly message: string;
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

/** The answer BatchAppendResp. */
export const parseBatchAppendAnswer = (message: Buffer): AppendAnswer => {
  let number = -1;
  let revision = -1;
  let position: number | undefined;
  let refusal: Refusal | undefined;
  eachField(message, 0, message.length, (field, start, end) => {
    if (field === 1) number = parseNumber(message, start, end);
    else if (field === 2) refusal = parseStatus(message, start, end);
    else if (field === 3) {
      eachField(message, start, end, (inner, from, to, value) => {
        if (inner === 1) revision = value;
        else if (inner === 3) position = parseCommitPosition(message, from, to);
      });
    }
  });
  return { number, revision, ...(position !== undefined && { position }), ...(refusal && { refusal }) };
};

/** A UUID, in two halves or as text. The lower half is the number. */
const parseNumber = (message: Buffer, start: number, end: number): number => {
  let number = 0;
  eachField(message, start, end, (field, from, to) => {
    if (field === 2) number = Number.parseInt(message.toString('latin1', to - 12, to), 16);
    else if (field === 1) {
      eachField(message, from, to, (half, _from, _to, value) => {
        if (half === 2) number = value;
      });
    }
  });
  return number;
};

const parseCommitPosition = (message: Buffer, start: number, end: number): number | undefined => {
  let position = 0;
  eachField(message, start, end, (field, _from, _to, value) => {
    if (field === 1) position = value;
  });
  return Number.isSafeInteger(position) ? position : undefined;
};

const parseStatus = (message: Buffer, start: number, end: number): Refusal => {
  let kind = '';
  let text = '';
  eachField(message, start, end, (field, from, to) => {
    if (field === 2) text = message.toString('utf8', from, to);
    else if (field === 3) {
      eachField(message, from, to, (inner, first, last) => {
        // A URL: the name follows the slash.
        if (inner === 1) kind = message.toString('utf8', first, last).split('/').at(-1)!;
      });
    }
  });
  return { kind, message: text };
};

/**
 * What a refusal means to the append's caller. Unless the events themselves are known to be at fault, the outcome is
 * unknown: the server gives the same answer when it fails in the middle of its work.
 */
export const refusalError = ({ kind, message }: Refusal, { stream, expected }: Proposal): Error => {
  const cause = new Error(`${kind}: ${message}`);
  if (kind.endsWith('.WrongExpectedVersion')) return new RevisionConflict(stream, expected);
  if (kind.endsWith('.StreamDeleted')) return new InvalidEvents('the stream was deleted', { cause });
  if (kind.endsWith('.MaximumAppendSizeExceeded')) {
    return new InvalidEvents('the event store can not hold these events', { cause });
  }
  return new StoreUnavailable('the event store did not take the append', { cause });
};
