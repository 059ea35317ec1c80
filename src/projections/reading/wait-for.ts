import type { ProjectionChange } from './change.ts';

/** Callers that wait until read models show what they wrote. */
export interface Waiters {
  /** Notes the new position and resolves the callers that waited for it. */
  heard(change: ProjectionChange): void;
  position(projection: string): number;
  /** `timeoutMs`: WAIT_MS, if not given. */
  waitFor(projections: readonly string[], position: number, timeoutMs?: number): Promise<boolean>;
  close(): void;
}

interface Waiter {
  readonly projections: readonly string[];
  readonly position: number;
  readonly finish: (reached: boolean) => void;
}

/** The longest wait for a read model. */
export const WAIT_MS = 2_000;

/** `onWait` is called when a caller begins to wait. */
export const createWaiters = (onWait: () => void = () => {}): Waiters => {
  const positions = new Map<string, number>();
  const parked = new Set<string>();
  const waiting = new Set<Waiter>();

  const position = (projection: string): number => positions.get(projection) ?? 0;
  const reached = (projections: readonly string[], goal: number): boolean =>
    projections.every((projection) => parked.has(projection) || position(projection) >= goal);

  return {
    heard: (change) => {
      positions.set(change.projection, change.position);
      if (change.parked) parked.add(change.projection);
      else parked.delete(change.projection);
      for (const waiter of waiting) if (reached(waiter.projections, waiter.position)) waiter.finish(true);
    },
    position,
    waitFor: (projections, goal, timeoutMs = WAIT_MS) => {
      if (reached(projections, goal)) return Promise.resolve(true);
      return new Promise((resolve) => {
        const finish = (value: boolean): void => {
          clearTimeout(timer);
          waiting.delete(waiter);
          resolve(value);
        };
        const timer = setTimeout(() => finish(false), timeoutMs);
        const waiter: Waiter = { projections, position: goal, finish };
        waiting.add(waiter);
        onWait();
      });
    },
    close: () => {
      for (const waiter of waiting) waiter.finish(false);
    },
  };
};
