import { LRUCache } from 'lru-cache';
import type { ProjectionSignals } from '../reading/signals.ts';

/**
 * What this process itself changed, on stop-lists first of all. Orders take units without waiting for the read model,
 * which would cost each of them more than all the rest: whoever reads next waits instead, if what he must see is on its
 * way still.
 */
export interface OwnChanges {
  /** What the read models keep of this id (a point's stop-list, say) was changed by an event at this log position. */
  note(id: string, position: number): void;
  /** Resolves when the read models show what was noted of the id, or after a bounded wait. */
  shown(id: string): Promise<void>;
}

/** A read model that stands still must not hold up every menu for long. */
const WAIT_MS = 500;
const MAX_IDS = 10_000;

export const createOwnChanges = (
  signals: Pick<ProjectionSignals, 'position' | 'waitFor'>,
  readModels: readonly string[] = ['stop_list'],
): OwnChanges => {
  const last = new LRUCache<string, number>({ max: MAX_IDS });

  return {
    note: (id, position) => {
      if (position > (last.get(id) ?? 0)) last.set(id, position);
    },
    shown: async (id) => {
      const position = last.get(id);
      if (position === undefined) return;
      const isBehind = readModels.some((name) => signals.position(name) < position);
      if (isBehind) await signals.waitFor(readModels, position, WAIT_MS);
      else last.delete(id);
    },
  };
};
