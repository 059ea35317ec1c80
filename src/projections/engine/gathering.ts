import { createPace } from '../../concurrency/pace.ts';
import { createPauses } from '../../concurrency/pauses.ts';
import { sleepFor } from '../../concurrency/sleep.ts';

/** The pauses between batches, in which events gather: a transaction for each event would cost more than the events. */
export interface Gathering {
  /** A pause after a batch of so many events that began at that time of performance.now(). */
  pause(events: number, began: number, signal: AbortSignal): Promise<void>;
  /** A caller waits to see an event: the next pause, or the one under way, is short. */
  flush(): void;
}

/** How long a batch gathers while no caller waits. */
const UNFLUSHED = { leastMs: 40, mostMs: 80 };
/** While one waits: the fewer events the last batch had, the sooner the next one goes. */
const LEAST_MS = 4;

const flushedMs = (events: number): number => Math.min(UNFLUSHED.leastMs, LEAST_MS + events);

export const createGathering = (sleep = sleepFor): Gathering => {
  const { pause, flush } = createPauses(sleep);
  const pace = createPace(UNFLUSHED);
  return {
    pause: (events, began, signal) => pause(began + flushedMs(events), began + pace.gatherMs(events, began), signal),
    flush,
  };
};
