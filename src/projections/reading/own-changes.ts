import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/cache-bounds.ts';
import type { ProjectionSignals } from './signals.ts';

/** Something a command of this process recorded. */
interface Change {
  /** The aggregate's category, and its id. */
  readonly category: string;
  readonly id: string | number;
  readonly brand_id: string;
  readonly position: number;
}

/**
 * What this process itself changed in stop-lists and menus. Orders take units without waiting for the read model,
 * because that would cost each of them more than all the rest. Instead the next reader waits, if the change is not in
 * the read model yet.
 */
export interface OwnChanges {
  record(change: Change): void;
  /** Resolves when the point's stop-list shows the changes of this process, or after a bounded wait. */
  stopListShown(pointId: string): Promise<void>;
  /** The same for all menus of a brand. */
  menusShown(brandId: string): Promise<void>;
}

/** The read models behind menus. */
const MENU_STREAMS: ReadonlySet<string> = new Set(['brand', 'point', 'catalogue', 'point_menu']);
/** A read model that stands still must not delay every menu for long. */
const WAIT_MS = 500;
const MAX_IDS = 10_000;

export const createOwnChanges = (signals: Pick<ProjectionSignals, 'position' | 'waitFor'>): OwnChanges => {
  const stopLists = createPositions(signals, ['stop_list']);
  const menus = createPositions(signals, ['venue', 'catalogue']);
  return {
    record: ({ category, id, brand_id, position }) => {
      if (category === 'stop_list') stopLists.record(String(id), position);
      else if (MENU_STREAMS.has(category)) menus.record(brand_id, position);
    },
    stopListShown: stopLists.shown,
    menusShown: menus.shown,
  };
};

/** The last position that these read models have to show, by id. */
const createPositions = (signals: Pick<ProjectionSignals, 'position' | 'waitFor'>, readModels: readonly string[]) => {
  const last = new LRUCache<string, number>(atMost(MAX_IDS));
  return {
    record: (id: string, position: number): void => {
      if (position > (last.get(id) ?? 0)) last.set(id, position);
    },
    shown: async (id: string): Promise<void> => {
      const position = last.get(id);
      if (position === undefined) return;
      const isBehind = readModels.some((name) => signals.position(name) < position);
      if (isBehind) await signals.waitFor(readModels, position, WAIT_MS);
      else last.delete(id);
    },
  };
};
