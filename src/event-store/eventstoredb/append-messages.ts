import { type ExpectedRevision, InvalidEvents, RevisionConflict, StoreUnavailable } from '../event-store.ts';
import { bytesField, eachField, messageField, numberField } from './protobuf.ts';

/** An event as it is sent: what it holds is JSON text already. */
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

/** What the server says to one append. */
export interface AppendAnswer {
  /** Its number. */
  readonly number: number;
  /** Of its last event. */
  readonly revision: number;
  /** Left out where the server does not tell it, as of an append that was stored before. */
  readonly position?: number;
  readonly refusal?: Refusal;
}

export interface Refusal {
  /** e.g. `event_store.client.WrongExpectedVersion` */
  readonly kind: string;
  readonly message: string;
}

/** The request BatchAppendReq: all of one append. The answer carries the number. */
export const batchAppendRequest = (run: number, number: number, withinMs: number, proposal: Proposal): Buffer =>
  Buffer.concat([
    messageField(1, messageField(1, numberField(1, run), numberField(2, number))),
    messageField(2, ...options(proposal, withinMs)),
    ...proposal.events.map(proposedMessage),
    numberField(4, 1),
  ]);

const EMPTY = Buffer.alloc(0);
const EXPECTED = { no_stream: messageField(3, EMPTY), any: messageField(4, EMPTY) };

/** With a duration for a deadline, and not an instant: the server's clock may be another. */
const options = ({ stream, expected }: Proposal, withinMs: number): Buffer[] => [
  messageField(1, bytesField(3, stream)),
  typeof expected === 'number' ? numberField(2, expected) : EXPECTED[expected],
  messageField(7, numberField(1, Math.ceil(withinMs / 1_000))),
];

const contentTypeEntry = (type: string): Buffer => messageField(2, bytesField(1, 'content-type'), bytesField(2, type));
const CONTENT_TYPES = {
  'application/json': contentTypeEntry('application/json'),
  'application/octet-stream': contentTypeEntry('application/octet-stream'),
};
const TYPE_KEY = bytesField(1, 'type');

const proposedMessage = ({ id, type, data, metadata, contentType = 'application/json' }: ProposedEvent): Buffer =>
  messageField(
    3,
    messageField(1, bytesField(2, id)),
    messageField(2, TYPE_KEY, bytesField(2, type)),
    CONTENT_TYPES[contentType],
    bytesField(3, metadata),
    bytesField(4, data),
  );

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

/** A UUID, in two halves or as text; the lower half is the number. */
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
        // A URL: the name comes after the slash.
        if (inner === 1) kind = message.toString('utf8', first, last).split('/').at(-1)!;
      });
    }
  });
  return { kind, message: text };
};

/**
 * What a refusal means to the append's caller. Whatever is not known to be the events' own fault leaves the outcome open:
 * the server also answers so when it fails in the middle of its work.
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
