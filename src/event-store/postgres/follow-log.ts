import type pg from 'pg';
import { sleepFor } from '../../concurrency/sleep.ts';
import type { EventBatch, StoreLog, SubscribeOptions } from '../event-store.ts';
import type { LogTail } from './log-tail.ts';
import { readLog } from './read-events.ts';

const RETRY_MS = 100;

export interface FollowedLog {
  readonly pool: pg.Pool;
  readonly tail: LogTail;
  /** Whether appends of this process are under way. */
  readonly underWay: () => boolean;
  readonly log?: StoreLog | undefined;
}

/**
 * What a subscriber knows of the log after its position:
 *
 *     unsure --the log was read to its end--> sure
 *     sure   --the tail has a new gap--> unsure
 *     any    --the log could not be read--> failing --it was read again--> unsure or sure
 */
type State =
  /** Nothing: the log must be read. */
  | { readonly kind: 'unsure' }
  /** Nothing, since the log can not be read. That was reported. */
  | { readonly kind: 'failing' }
  /** The log was read to its end when the tail had so many gaps. Until it has more, the tail says what is new. */
  | { readonly kind: 'sure'; readonly gaps: number };

/**
 * Follows the log from a position on. Events that this process appended a moment ago come from memory, all others are
 * read.
 */
export async function* followLog(
  { pool, tail, underWay, log }: FollowedLog,
  afterPosition: number,
  { signal, maxBatch = 1_000 }: SubscribeOptions,
): AsyncIterable<EventBatch> {
  let position = afterPosition;
  let toldCaughtUp = false;
  let state: State = { kind: 'unsure' };

  const isSure = (): boolean => state.kind === 'sure' && state.gaps === tail.gaps;

  const mustRead = (recent: readonly unknown[] | undefined): boolean => {
    if (!isSure()) return true;
    if (tail.heard <= position) return false;
    // The notification is most likely about our own append, whose answer is on its way.
    return recent === undefined || !underWay();
  };

  const readOn = async (): Promise<EventBatch> => {
    const known = { hints: tail.hints, gaps: tail.gaps };
    const events = await readLog(pool, position, maxBatch);
    const caughtUp = events.length < maxBatch;
    if (caughtUp) tail.endsAt(events.at(-1)?.position ?? position, known.hints);
    state = caughtUp ? { kind: 'sure', gaps: known.gaps } : { kind: 'unsure' };
    return { events, caughtUp };
  };

  const follower = tail.follow();
  try {
    while (!signal.aborted) {
      // Listen first, then read: what comes in between notifies.
      const notified = nextNotification(tail, signal);
      try {
        follower.passed(position);
        const recent = isSure() ? tail.after(position, maxBatch) : undefined;
        let batch: EventBatch | undefined;
        if (recent && recent.length > 0) {
          batch = { events: recent, caughtUp: recent.at(-1)!.position === tail.last && tail.heard === tail.last };
        } else if (mustRead(recent)) {
          batch = await readOn();
        }
        if (batch && (batch.events.length > 0 || !toldCaughtUp)) {
          position = batch.events.at(-1)?.position ?? position;
          toldCaughtUp = batch.caughtUp;
          yield batch;
        } else await notified.wait;
      } catch (error) {
        // Reported once for a row of failures: a server that is away is asked ten times a second.
        if (state.kind !== 'failing')
          log?.warn({ reason: String(error) }, 'the event log can not be read and is tried again');
        state = { kind: 'failing' };
        await sleepFor(RETRY_MS, signal);
      } finally {
        notified.stop();
      }
    }
  } finally {
    follower.stop();
  }
}

/** `wait` resolves at the next notification, or when the signal aborts. */
const nextNotification = (tail: LogTail, signal: AbortSignal): { readonly wait: Promise<void>; stop(): void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer = (): void => resolve();
  // Nothing notifies after the store is closed. If that resolved too, a subscriber would loop without a pause.
  const subscription = tail.notifications.subscribe(answer);
  signal.addEventListener('abort', answer, { once: true });
  return {
    wait: promise,
    stop: () => {
      subscription.unsubscribe();
      signal.removeEventListener('abort', answer);
    },
  };
};
