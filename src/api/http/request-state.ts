import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { KeyRecord } from './key-record.ts';
import type { UnreadAccount } from './readers/unread-account.ts';
import type { Route } from './route.ts';

/** What the HTTP layer remembers of a request while it is carried out. */
export interface RequestState {
  requestId: string;
  /** Milliseconds on the monotonic clock. */
  startedAt: number;
  /** The turn of the event loop in which it came, or at whose end its batch began. */
  turn: number;
  /** Whether the server is stopping. */
  isStopping: () => boolean;
  /** Full path with placeholders; undefined if no route is at the address. */
  pattern?: string;
  route?: Route;
  key?: KeyRecord;
  /** Its answer continues for as long as the client listens. */
  isEndless?: boolean;
  /** How many bytes of its body were read, after decompression. */
  bodyBytes?: number;
  /** What is held in memory for its reader. Made when the answer is large. */
  unread?: UnreadAccount;
  /** RateLimit headers, names and values in turn, from the counter that was asked last. */
  quota?: readonly string[];
}

/** Express has `locals` for anything; here only the state of the request is in them, from the first handler on. */
export const stateOf = (res: Response): RequestState => res.locals as RequestState;

/** The caller's own id if a log can show it as it is, else a new one. */
export const requestIdOf = (header: unknown): string =>
  typeof header === 'string' && /^[\w.-]{1,128}$/.test(header) ? header : randomUUID();
