import type { RecordedEvent } from '../../event-store/event-store.ts';

/** Beyond this every other one is forgotten: something pending for days must not fill the memory. */
const MAX_KEPT = 10_000;

/**
 * Where the events stood that a follower was given since its checkpoint. A checkpoint may only stand where an event
 * does: the numbers between two positions of EventStoreDB are bytes inside a record, where no read can begin.
 */
export interface GivenPositions {
  /** In log order; those that come again, after a failure, are known already. */
  add(events: readonly RecordedEvent[]): void;
  /** One before `position` and not beyond `upTo`, the last that is known; undefined when there is none. */
  lastBefore(position: number, upTo: number): number | undefined;
  /** The checkpoint stands there now. */
  forget(upTo: number): void;
}

export const createGivenPositions = (): GivenPositions => {
  let kept: number[] = [];
  return {
    add: (events) => {
      const last = kept.at(-1) ?? 0;
      for (const { position } of events) if (position > last) kept.push(position);
      while (kept.length > MAX_KEPT) kept = kept.filter((_, index) => index % 2 === 0);
    },
    lastBefore: (position, upTo) => kept.findLast((each) => each < position && each <= upTo),
    forget: (upTo) => {
      kept = kept.filter((each) => each > upTo);
    },
  };
};
