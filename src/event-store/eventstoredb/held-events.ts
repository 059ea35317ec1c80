import type { RecordedEvent } from '../event-store.ts';

/** Held at most, for those who are slow: one that falls further behind reads the log. */
const MAX_EVENTS = 2_000;
const MAX_BYTES = 8_000_000;

/** A stretch of the log that is held in memory for those who follow it. */
export interface HeldEvents {
  /** Position up to which it reaches. */
  readonly end: number;
  /** Too much is held, and all who follow are behind it: whoever adds to it should wait. */
  readonly isFull: boolean;
  /** Begins anew after this position, with nothing. */
  startAt(position: number): void;
  /** An event of ours; `bytes`: about what it takes. */
  add(event: RecordedEvent, bytes: number): void;
  /** There is nothing of ours up to this position but what was added. */
  reach(position: number): void;
  /** Up to `limit` events right after the position; undefined where the stretch begins later. */
  after(position: number, limit: number): readonly RecordedEvent[] | undefined;
  /** Somebody who follows has everything up to here. */
  passed(follower: object, position: number): void;
  /** Nobody waits for this one any more. */
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
  /** Lets go of what all have passed and, where it is too much, of what the first has. */
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
      // From the end: most who ask have nearly everything.
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
