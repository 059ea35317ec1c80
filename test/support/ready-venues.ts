import pg from 'pg';
import { inject } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { keepAsTemplate } from './cluster.ts';
import { createAppDatabase, createDatabaseOfVenues } from './database.ts';
import { onEventStoreDb } from './throwaway-event-store.ts';
import { type Login, type MadeVenue, makeVenue } from './venue.ts';

/** What most files use at most. Made together, each costs half of what it costs later, alone. */
const VENUES = 16;
/** Any constant will do. */
const LOCK = 6_203_411;

let made: Promise<readonly MadeVenue[]> | undefined;

/**
 * An app whose database has venues in it, which `createVenue(app)` hands out. The first to ask makes them by the usual
 * commands, once for the run, and each app gets a copy of that database. For tests that do not mind what else is in the log.
 */
export const startVenueApp = async (
  options: Omit<TestAppOptions, 'database'> = {},
): Promise<TestApp & Pick<Login, 'readyVenues'>> => {
  // The log of an EventStoreDB is not copied with a database.
  if (onEventStoreDb) return startTestApp(options);
  made ??= findOrMake();
  const readyVenues = [...(await made)];
  const database = await createDatabaseOfVenues();
  const app = await startTestApp({ ...options, database });
  const stop = async () => {
    await app.stop();
    await database.drop();
  };
  return { ...app, readyVenues, stop };
};

/** The venues of the template. Another process of the run may have made it, or be about to. */
const findOrMake = async (): Promise<readonly MadeVenue[]> => {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query('create table if not exists ready_venues (venues json)');
    const { rows } = await client.query<{ venues: readonly MadeVenue[] }>('select venues from ready_venues');
    if (rows[0]) return rows[0].venues;
    const venues = await makeTemplate();
    await client.query('insert into ready_venues (venues) values ($1)', [JSON.stringify(venues)]);
    return venues;
  } finally {
    await client.end();
  }
};

const makeTemplate = async (): Promise<readonly MadeVenue[]> => {
  const database = await createAppDatabase();
  const app = await startTestApp({ database });
  const venues = await Promise.all(Array.from({ length: VENUES }, () => makeVenue(app)));
  await app.stop();
  await database.pool.end();
  await keepAsTemplate(inject('adminUrl'), database.url, 'venues');
  return venues;
};
