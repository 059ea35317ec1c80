import { LRUCache } from 'lru-cache';
import type { ProjectionSignals } from '../signals.ts';

/**
 * What this process itself changed on stop-lists. Orders take units without waiting for the read model, which would
 * cost each of them more than all the rest: whoever reads next waits instead, if what he must see is on its way still.
 */
export interface OwnChanges {
  /** The stop-list of the point was changed by an event at this log position. */
  note(pointId: string, position: number): void;
  /** Resolves when the read model shows what was noted of the point, or after a bounded wait. */
  shown(pointId: string): Promise<void>;
}

/** A read model that stands still must not hold up every menu for long. */
const WAIT_MS = 500;
const MAX_POINTS = 10_000;

export const createOwnChanges = (signals: Pick<ProjectionSignals, 'position' | 'waitFor'>): OwnChanges => {
  const last = new LRUCache<string, number>({ max: MAX_POINTS });

  return {
    note: (pointId, position) => {
      if (position > (last.get(pointId) ?? 0)) last.set(pointId, position);
    },
    shown: async (pointId) => {
      const position = last.get(pointId);
      if (position === undefined) return;
      if (signals.position('stop_list') < position) await signals.waitFor(['stop_list'], position, WAIT_MS);
      else last.delete(pointId);
    },
  };
};
