import { InvalidEvents, RevisionConflict, StoreUnavailable } from '../../event-store.ts';
import type { Proposal } from './append-request.ts';
import { eachField } from './protobuf.ts';

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
  // The second one since 24.10, where the largest event may be set too.
  if (kind.endsWith('.MaximumAppendSizeExceeded') || kind.endsWith('.MaximumAppendEventSizeExceeded')) {
    return new InvalidEvents('the event store can not hold these events', { cause });
  }
  return new StoreUnavailable('the event store did not take the append', { cause });
};
