import type { RecordedEvent } from '../event-store.ts';

/** The most that is held for slow subscribers. One that falls further behind reads the log. */
const MAX_EVENTS = 2_000;
const MAX_BYTES = 8_000_000;

/** A stretch of the log that is held in memory for its subscribers. */
export interface HeldEvents {
  /** The position up to which it reaches. */
  readonly end: number;
  /** Too much is held, and all subscribers are behind it: the reader should wait before it adds more. */
  readonly isFull: boolean;
  /** Begins anew after this position, with no events. */
  startAt(position: number): void;
  /** An event of ours; `bytes`: its approximate size. */
  add(event: RecordedEvent, bytes: number): void;
  /** Between the added events and this position there is no other event of ours. */
  reach(position: number): void;
  /** Up to `limit` events right after the position; undefined if the stretch begins later. */
  after(position: number, limit: number): readonly RecordedEvent[] | undefined;
  /** A subscriber has everything up to here. */
  passed(follower: object, position: number): void;
  /** This subscriber has left. */
  left(follower: object): void;
}

export const createHeldEvents = (): HeldEvents => {
  const followers = new Map<object, number>();
  let held: { readonly event: RecordedEvent; readonly bytes: number }[] = [];
  let total = 0;
  let start = 0;
  let end = 0;

  const isTooMuch = (): boolean => held.length > MAX_EVENTS || total > MAX_BYTES;
  const dropFirst = (count: number): void => {
    for (const { event, bytes } of held.splice(0, count)) {
      total -= bytes;
      start = event.position;
    }
  };
  /** Drops the events that all have passed and, if too much is held, those that the first subscriber has passed. */
  const forget = (): void => {
    const passedByAll = Math.min(...followers.values());
    const kept = held.findIndex(({ event }) => event.position > passedByAll);
    dropFirst(kept < 0 ? held.length : kept);
    const passedByFirst = Math.max(...followers.values());
    while (isTooMuch() && held[0]!.event.position <= passedByFirst) dropFirst(1);
  };

  return {
    get end() {
      return end;
    },
    get isFull() {
      return isTooMuch();
    },
    startAt: (position) => {
      held = [];
      total = 0;
      start = position;
      end = position;
    },
    add: (event, bytes) => {
      held.push({ event, bytes });
      total += bytes;
      end = event.position;
      if (isTooMuch()) forget();
    },
    reach: (position) => {
      end = Math.max(end, position);
    },
    after: (position, limit) => {
      if (position < start) return undefined;
      // From the end: most callers have nearly everything.
      const first = held.findLastIndex(({ event }) => event.position <= position) + 1;
      return held.slice(first, first + limit).map(({ event }) => event);
    },
    passed: (follower, position) => {
      followers.set(follower, position);
      forget();
    },
    left: (follower) => {
      followers.delete(follower);
      forget();
    },
  };
};
