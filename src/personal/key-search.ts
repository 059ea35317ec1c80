import type pg from 'pg';
import type { EventStore, RecordedEvent } from '../event-store/event-store.ts';
import { ERASURES, type KeyTraces, type LostKey, lostKeys, traceKeys } from './lost-keys.ts';

const PAGE = 1_000;

/** Finds the keys of persons that are gone without an erasure, while the log is read for another purpose. */
export interface KeySearch {
  /** Looks at a page of the log. */
  inspect(events: readonly RecordedEvent[]): Promise<void>;
  /** Takes what was found elsewhere. */
  add(traces: readonly KeyTraces[]): void;
  /** What is lost, once the log was read up to `end`. Whoever was erased meanwhile is not lost. */
  lost(stored: Pick<EventStore, 'readAll'>, end: number): Promise<LostKey[]>;
}

export const createKeySearch = (pool: pg.Pool): KeySearch => {
  const found: KeyTraces[] = [];
  // Most pages have nothing to keep.
  const add = (traces: readonly KeyTraces[]): void => {
    found.push(...traces.filter(({ keyless, erased }) => keyless.length > 0 || erased.size > 0));
  };
  return {
    add,
    inspect: async (events) => add([await traceKeys(pool, events)]),
    lost: async (stored, end) => {
      for (let after = end; ; ) {
        const events = await stored.readAll(after, PAGE, { types: [...ERASURES] });
        add(events.length > 0 ? [await traceKeys(pool, events)] : []);
        if (events.length < PAGE) return lostKeys(found);
        after = events.at(-1)!.position;
      }
    },
  };
};
