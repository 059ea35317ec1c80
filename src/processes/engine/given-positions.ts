import type { RecordedEvent } from '../../event-store/event-store.ts';

/** Beyond this number every other one is forgotten: something that is pending for days must not fill the memory. */
const MAX_KEPT = 10_000;

/**
 * The positions of the events that a follower was given since its checkpoint. A checkpoint may only be the position of
 * an event: on EventStoreDB the numbers between two positions are bytes inside a record, where no read can begin.
 */
export interface GivenPositions {
  /** In log order. Events that come again after a failure are known already. */
  add(events: readonly RecordedEvent[]): void;
  /** The last known position before `position` and not beyond `upTo`; undefined if there is none. */
  lastBefore(position: number, upTo: number): number | undefined;
  /** The checkpoint is there now. */
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
