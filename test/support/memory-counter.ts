import type { Counter } from '../../src/api/http/shared-counter.ts';

/** Counts as the shared counter does, for one process. */
export const createMemoryCounter = (windowS = 60): Counter => {
  const windows = new Map<string, { points: number; endsAt: number }>();
  return {
    consume: async (id, points) => {
      const now = performance.now();
      const held = windows.get(id);
      const window = held && held.endsAt > now ? held : { points: 0, endsAt: now + windowS * 1_000 };
      window.points += points;
      windows.set(id, window);
      return { consumedPoints: window.points, msBeforeNext: window.endsAt - now };
    },
  };
};
