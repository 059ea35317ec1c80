/** Decides how long events gather. Each batch costs as much as many events: so where few events come, they gather longer. */
export interface Pace {
  /** For how many milliseconds the next batch gathers, after one of so many events that began then: by performance.now(). */
  gatherMs(events: number, began: number): number;
}

export interface PaceOptions {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** So many make a batch large enough: in a larger one, an event costs hardly less. */
const ENOUGH = 200;

/** A batch gathers for as long as about two hundred events take to come, within these bounds. */
export const createPace = ({ leastMs, mostMs }: PaceOptions): Pace => {
  let before = -Infinity;
  return {
    gatherMs: (events, began) => {
      const msOfEach = (began - before) / Math.max(1, events);
      before = began;
      return Math.min(mostMs, Math.max(leastMs, ENOUGH * msOfEach));
    },
  };
};
