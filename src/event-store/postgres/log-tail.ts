import { Subject } from 'rxjs';
import type { RecordedEvent } from '../event-store.ts';
import type { Landed } from './append-batch.ts';

/**
 * The end of the log as far as this process wrote it, for the subscribers in this process: reading back what was just
 * sent costs as much again as sending it. Holds a stretch of the log without gaps, or nothing. Everything outside of it
 * is read from the log.
 */
export interface LogTail {
  /** Something may have changed: an append landed, or may have. */
  readonly rings: Subject<void>;
  /**
   * Grows when a notification may have been missed, or was not about our own appends. The subscriber must then read the
   * log.
   */
  readonly doubts: number;
  /** The highest position that a notification has named. */
  readonly heard: number;
  /** Position of the last event that this process appended. Later events are by other processes. */
  readonly last: number;
  /** Up to `limit` events right after the position; undefined if this process does not know what follows it. */
  after(position: number, limit: number): readonly RecordedEvent[] | undefined;
  landed(landed: Landed): void;
  /**
   * A notification: it names a position, or nothing after a lost connection. Any login can notify, with any payload.
   */
  hear(payload: string): void;
  /** How many notifications have come. */
  readonly hints: number;
  /**
   * A subscriber has read the log to its end, and began after that many hints. Positions beyond the end that those
   * hints named were failed appends, or lies. If we went on believing them, they would hide what is appended up to
   * there.
   */
  endsAt(position: number, hints: number): void;
  follow(): Follower;
}

/** A subscriber: events are held until all subscribers have passed them. */
export interface Follower {
  passed(position: number): void;
  stop(): void;
}

/** The most that is held for slow subscribers. One that falls further behind reads the log. */
const MAX_EVENTS = 2_000;
const MAX_BYTES = 8_000_000;

export const createLogTail = (): LogTail => {
  const rings = new Subject<void>();
  const followers = new Map<Follower, number>();
  let held: { readonly landed: Landed; events?: readonly RecordedEvent[] }[] = [];
  let count = 0;
  let bytes = 0;
  /** All events of the log after `from` and up to `last` are held. */
  let from = -1;
  let last = -1;
  let heard = 0;
  let doubts = 0;
  let hints = 0;

  const startAt = (position: number): void => {
    held = [];
    count = 0;
    bytes = 0;
    from = position;
  };

  const forget = (): void => {
    const passedByAll = Math.min(...followers.values());
    while (held[0] && (held[0].landed.last <= passedByAll || count > MAX_EVENTS || bytes > MAX_BYTES)) {
      const { landed } = held.shift()!;
      count -= landed.count;
      bytes -= landed.bytes;
      from = landed.last;
    }
  };

  return {
    rings,
    get doubts() {
      return doubts;
    },
    get heard() {
      return heard;
    },
    get last() {
      return last;
    },
    get hints() {
      return hints;
    },
    after: (position, limit) => {
      if (position < from || position > last) return undefined;
      const found: RecordedEvent[] = [];
      for (const batch of held) {
        if (batch.landed.last <= position) continue;
        batch.events ??= batch.landed.events();
        for (const event of batch.events) {
          if (found.length === limit) return found;
          if (event.position > position) found.push(event);
        }
      }
      return found;
    },
    landed: (landed) => {
      // Another process has appended in between.
      if (landed.headBefore !== last) startAt(landed.headBefore);
      last = landed.last;
      heard = Math.max(heard, last);
      held.push({ landed });
      count += landed.count;
      bytes += landed.bytes;
      forget();
    },
    hear: (payload) => {
      const position = /^\d+$/.test(payload) ? Number(payload) : Number.NaN;
      if (Number.isSafeInteger(position)) heard = Math.max(heard, position);
      else doubts++;
      hints++;
      rings.next();
    },
    endsAt: (position, hintsBefore) => {
      if (hints === hintsBefore) heard = Math.min(heard, Math.max(last, position));
    },
    follow: () => {
      const follower: Follower = {
        passed: (position) => {
          followers.set(follower, position);
          forget();
        },
        stop: () => {
          followers.delete(follower);
          forget();
        },
      };
      followers.set(follower, -1);
      return follower;
    },
  };
};
