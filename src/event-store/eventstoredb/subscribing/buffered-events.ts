import type { RecordedEvent } from '../../event-store.ts';

/** The most that is buffered for slow subscribers. One that falls further behind reads the log. */
const MAX_EVENTS = 2_000;
const MAX_BYTES = 8_000_000;

/** A part of the log that is kept in memory for its subscribers. */
export interface BufferedEvents {
  /** The position up to which it reaches. */
  readonly end: number;
  /** Too much is buffered, and all subscribers are behind it: the reader should wait before it adds more. */
  readonly isFull: boolean;
  /** Begins anew after this position, with no events. */
  startAt(position: number): void;
  /** An event of ours; `bytes`: its approximate size. */
  add(event: RecordedEvent, bytes: number): void;
  /** Between the added events and this position there is no other event of ours. */
  reach(position: number): void;
  /** Up to `limit` events right after the position; undefined if the buffer begins later. */
  after(position: number, limit: number): readonly RecordedEvent[] | undefined;
  /** A subscriber has everything up to here. */
  passed(follower: object, position: number): void;
  /** This subscriber has left. */
  left(follower: object): void;
}

export const createBufferedEvents = (): BufferedEvents => {
  const followers = new Map<object, number>();
  let buffered: { readonly event: RecordedEvent; readonly bytes: number }[] = [];
  let total = 0;
  let start = 0;
  let end = 0;

  const isTooMuch = (): boolean => buffered.length > MAX_EVENTS || total > MAX_BYTES;
  const dropFirst = (count: number): void => {
    for (const { event, bytes } of buffered.splice(0, count)) {
      total -= bytes;
      start = event.position;
    }
  };
  /** Drops the events that all have passed and, if too much is buffered, those that the first subscriber has passed. */
  const forget = (): void => {
    const passedByAll = Math.min(...followers.values());
    const kept = buffered.findIndex(({ event }) => event.position > passedByAll);
    dropFirst(kept < 0 ? buffered.length : kept);
    const passedByFirst = Math.max(...followers.values());
    while (isTooMuch() && buffered[0]!.event.position <= passedByFirst) dropFirst(1);
  };

  return {
    get end() {
      return end;
    },
    get isFull() {
      return isTooMuch();
    },
    startAt: (position) => {
      buffered = [];
      total = 0;
      start = position;
      end = position;
    },
    add: (event, bytes) => {
      buffered.push({ event, bytes });
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
      const first = buffered.findLastIndex(({ event }) => event.position <= position) + 1;
      return buffered.slice(first, first + limit).map(({ event }) => event);
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
