import { Subject } from 'rxjs';
import type { RecordedEvent } from '../event-store.ts';
import type { Landed } from './append-batch.ts';
import { createOwnAppends } from './own-appends.ts';

/**
 * The end of the log as far as this process wrote it, for the subscribers in this process: reading back what was just
 * sent costs as much again as sending it. Holds a stretch of the log without gaps, or nothing. Everything outside of it
 * is read from the log.
 */
export interface LogTail {
  /** Something may have changed: an append landed, or may have. */
  readonly notifications: Subject<void>;
  /**
   * Grows when a notification may have been missed, or was not about our own appends. The subscriber must then read the
   * log.
   */
  readonly gaps: number;
  /** The highest position that a notification has named. */
  readonly heard: number;
  /** Position of the last event that this process appended; 0 before the first. Later events are by other processes. */
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
   * To be called when a subscriber has read the log to its end. `hints`: how many had come when it began to read. If none has
   * come since, what they named beyond the end were failed appends, or lies, and is forgotten: else it would hide what is appended up
   * to there.
   */
  endsAt(position: number, hints: number): void;
  follow(): Follower;
  /** Whether there is a subscriber. */
  readonly isFollowed: boolean;
}

/** A subscriber: events are held until all subscribers have passed them. */
export interface Follower {
  passed(position: number): void;
  stop(): void;
}

export const createLogTail = (): LogTail => {
  const notifications = new Subject<void>();
  const followers = new Map<Follower, number>();
  const own = createOwnAppends();
  let heard = 0;
  let gaps = 0;
  let hints = 0;

  const forget = (): void => own.forget(Math.min(...followers.values()));

  return {
    notifications,
    get gaps() {
      return gaps;
    },
    get heard() {
      return heard;
    },
    get last() {
      return own.last;
    },
    get hints() {
      return hints;
    },
    after: own.after,
    landed: (landed) => {
      own.landed(landed);
      heard = Math.max(heard, own.last);
      forget();
    },
    hear: (payload) => {
      const position = /^\d+$/.test(payload) ? Number(payload) : Number.NaN;
      if (Number.isSafeInteger(position)) heard = Math.max(heard, position);
      else gaps++;
      hints++;
      // What this process appended: its subscribers were told when the answer came.
      if (!(position <= own.last)) notifications.next();
    },
    endsAt: (position, hintsBefore) => {
      if (hints === hintsBefore) heard = Math.min(heard, Math.max(own.last, position));
    },
    get isFollowed() {
      return followers.size > 0;
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
