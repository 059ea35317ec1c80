import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { EventStore } from '../../src/event-store/event-store.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { readProjectionsStatus } from '../../src/projections/engine/status.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import type { ComparedTable, LogEvent } from './checker/evidence.ts';

const PAGE = 1_000;
const PAUSE_MS = 100;
const SHOWN_WITHIN_MS = 20_000;

/** The log so far, read from where the last reading ended. */
export const createLogReading = (store: EventStore) => {
  const events: LogEvent[] = [];
  let position = 0;
  return async (): Promise<readonly LogEvent[]> => {
    for (;;) {
      const page = await store.readAll(position, PAGE);
      for (const { metadata, ...event } of page) {
        position = event.position;
        const { stream, type, data } = event;
        events.push({ position, stream, type, data, command_id: metadata.command_id });
      }
      if (page.length < PAGE) return events;
    }
  };
};

/** Waits until every read model shows the whole log, or long enough; then builds each anew and compares the two. */
export const compareReadModels = async (store: EventStore, pool: pg.Pool, url: string): Promise<ComparedTable[]> => {
  const deadline = performance.now() + SHOWN_WITHIN_MS;
  for (;;) {
    const { projections } = await readProjectionsStatus(store, pool, allProjections);
    const behind = projections.filter(({ lag, failure }) => lag > 0 || failure !== null);
    if (behind.length === 0) break;
    if (performance.now() > deadline) {
      return behind.map(({ name, lag, failure }) => ({
        ...{ table: name, equal: false, reason: failure ?? `it is ${lag} positions behind and does not come nearer` },
      }));
    }
    await delay(PAUSE_MS);
  }
  const names = allProjections.map(({ name }) => name);
  const reports = await rebuild({ store, url, projections: allProjections }, names);
  return reports.flatMap(({ name, failure, reason, tables }) =>
    failure === null
      ? tables.map(({ table, equal }) => ({ table, equal, reason }))
      : [{ table: name, equal: false, reason: failure }],
  );
};
