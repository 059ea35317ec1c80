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

/** The log, with what of it can't be read apart. */
export interface LogSoFar {
  readonly events: readonly LogEvent[];
  readonly unreadable: readonly string[];
}

/** The log so far, read from where the last reading ended. */
export const createLogReading = (store: Pick<EventStore, 'readAll'>) => {
  const events: LogEvent[] = [];
  const unreadable: string[] = [];
  let position = 0;
  return async (): Promise<LogSoFar> => {
    for (;;) {
      const page = await store.readAll(position, PAGE);
      for (const event of page) {
        const { stream, type, metadata } = event;
        position = event.position;
        try {
          events.push({ position, stream, type, data: event.data, command_id: metadata.command_id });
        } catch (error) {
          unreadable.push(`${type} at ${position} in ${stream}: ${String(error)}`);
        }
      }
      if (page.length < PAGE) return { events, unreadable };
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
        table: name,
        equal: false,
        reason: failure ?? `it is ${lag} positions behind and does not come nearer`,
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
