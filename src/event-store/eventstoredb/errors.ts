import { MaxAppendSizeExceededError, StreamDeletedError, WrongExpectedVersionError } from '@eventstore/db-client';
import { type ExpectedRevision, InvalidEvents, RevisionConflict, StoreUnavailable } from '../event-store.ts';

/** gRPC status codes (the client exports none). */
const UNKNOWN = 2;
const INVALID_ARGUMENT = 3;
const RESOURCE_EXHAUSTED = 8;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/**
 * What a failed append means to its caller. Whatever is not known to be the events' own fault leaves the outcome open:
 * the server may have stored them before the connection went.
 */
export const appendError = (error: unknown, stream: string, expected: ExpectedRevision): Error => {
  if (error instanceof WrongExpectedVersionError) return new RevisionConflict(stream, expected);
  if (error instanceof StreamDeletedError) return new InvalidEvents('the stream was deleted', { cause: error });
  if (error instanceof MaxAppendSizeExceededError || isTooLarge(error) || codeOf(error) === INVALID_ARGUMENT) {
    return new InvalidEvents('the event store can not hold these events', { cause: error });
  }
  return unavailable(error);
};

export const unavailable = (error: unknown): StoreUnavailable =>
  new StoreUnavailable('the event store can not be reached, or did not answer', { cause: error });

/** No record begins at the position asked for: said so, or (depending on what is there) an error in reading it. */
export const mayBeInvalidPosition = (error: unknown): boolean =>
  codeOf(error) === INVALID_ARGUMENT || codeOf(error) === UNKNOWN;

/** Above the server's limit for one message, as opposed to one that is short of memory. */
const isTooLarge = (error: unknown): boolean =>
  codeOf(error) === RESOURCE_EXHAUSTED && /message/i.test(String((error as Error).message));
