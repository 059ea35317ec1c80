import type { EventFilter, RecordedEvent } from '../../event-store/event-store.ts';
import { matches } from '../../event-store/matches.ts';

/**
 * How many events are held for a till that reads slower than they arrive. Beyond that it gets them from the log again.
 */
const MAX_BUFFERED = 1_000;

/** Something may be missing at the live end: read the log. */
export const GAP = null;

/** Events for one till that it has not read yet. Bounded: events beyond the bound are read from the log instead. */
export const createInbox = (filter: EventFilter) => {
  const wanted = matches(filter);
  let events: RecordedEvent[] = [];
  let gap = false;
  let wake = (): void => {};
  return {
    take: (event: RecordedEvent | typeof GAP): void => {
      if (event === GAP || events.length === MAX_BUFFERED) gap = true;
      else if (!gap && wanted(event)) events.push(event);
      wake();
    },
    begin: (): void => {
      events = [];
      gap = false;
    },
    hasGap: () => gap,
    isEmpty: () => events.length === 0 && !gap,
    next: () => events.shift(),
    wake: () => wake(),
    rung: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
  };
};
