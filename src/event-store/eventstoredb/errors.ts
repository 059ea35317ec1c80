import { StoreUnavailable } from '../event-store.ts';

/** gRPC status codes (the client exports none). */
const UNKNOWN = 2;
const INVALID_ARGUMENT = 3;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

export const unavailable = (error: unknown): StoreUnavailable =>
  new StoreUnavailable('the event store can not be reached, or did not answer', { cause: error });

/** No record begins at the position asked for: said so, or (depending on what is there) an error in reading it. */
export const mayBeInvalidPosition = (error: unknown): boolean =>
  codeOf(error) === INVALID_ARGUMENT || codeOf(error) === UNKNOWN;
