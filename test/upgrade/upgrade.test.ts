// A database of its own: dumps of earlier versions are loaded into it.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { streamCategories } from '../../src/domain/stream-categories.ts';
import { openStoredEvents } from '../../src/event-store/open-event-store.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { startTestApp } from '../support/app.ts';
import { startEventStoreDbServer } from '../support/eventstoredb/server.ts';
import { createClient } from '../support/http-client.ts';
import { recorded } from '../support/log.ts';
import { ask, differencesOf, repeat } from './answers.ts';
import { asShownNow, unnamedOf } from './changes.ts';
import { type Dump, dumpedVersions, readDump } from './dump.ts';
import { caughtUp, type OpenedDump, openDump } from './open-dump.ts';
import { compareReadModels } from './read-models.ts';

const versions = dumpedVersions();

/** Columns with positions, or with when an event was recorded: each engine says these itself. */
const OF_THE_ENGINE = [
  /^\w+\.(known_from|known_to|set_position|changed_position|position): has other values$/,
  /^(delivery_zones|reservations|reservation_changes|partner_orders)\.changed_at: has other values$/,
  /^moments\.(minute|recorded_at): has other values$/,
  // A row for each minute in which something was recorded.
  /^moments: has \d+ rows, not \d+$/,
  /^orders\.(began|ended)_recorded_ms: has other values$/,
];

describe.each(versions)('a database of version %s', (version) => {
  let dump: Dump;
  let opened: OpenedDump;
  beforeAll(async () => {
    dump = await readDump(version);
    opened = await openDump(dump);
  });
  afterAll(() => opened.close());

  const readModels = async (on = opened): Promise<string[]> =>
    unnamedOf(version, await compareReadModels(on.database.pool, dump.readModels, allProjections));

  test('its read models are what that version made of it', async () => {
    expect(await readModels()).toEqual([]);
  });

  // Before the questions: those of auditors are recorded.
  test('its read models are the same after a rebuild', async () => {
    const { store } = opened.app.tillstream;
    const all = { store, url: opened.database.url, projections: allProjections };
    const reports = await rebuild(
      all,
      allProjections.map(({ name }) => name),
    );
    expect(reports.filter(({ failure }) => failure !== null)).toEqual([]);
    expect(reports.flatMap(({ tables }) => tables).filter(({ equal }) => equal !== true)).toEqual([]);
    expect(await readModels()).toEqual([]);
  });

  test('its questions are answered as by that version', async () => {
    expect(dump.answers.length).toBeGreaterThan(80);
    const differences: string[] = [];
    for (const { status, body, ...question } of dump.answers) {
      const before = { status, body: asShownNow(version, body) };
      differences.push(...differencesOf(before, await ask(opened.app, dump.tokens, question), question.path));
    }
    expect(differences).toEqual([]);
  });

  test('what it carried out is not carried out again', async () => {
    const head = await opened.app.tillstream.store.head();
    expect(dump.repeats.length).toBeGreaterThan(1);
    for (const { status, body, ...sent } of dump.repeats) {
      const again = await repeat(opened.app, dump.tokens, sent);
      expect(differencesOf({ status, body }, again, sent.path)).toEqual([]);
    }
    expect(await opened.app.tillstream.store.head()).toBe(head);
  });

  test('its events, brought to an EventStoreDB, make the same read models', async () => {
    const eventStore = await startEventStoreDbServer();
    await using ending = new AsyncDisposableStack();
    ending.defer(() => eventStore.stop());
    const { pool, url: databaseUrl } = opened.database;
    const from = await openStoredEvents({ pool, databaseUrl });
    ending.defer(() => from.close());
    const to = await openStoredEvents({
      pool,
      databaseUrl,
      eventStoreUrl: eventStore.url,
      categories: streamCategories,
    });
    ending.defer(() => to.close());
    for (const { stream, revision, id, type, data, metadata } of await recorded(from)) {
      await to.append(stream, revision === 0 ? 'no_stream' : revision - 1, [{ id, type, data, metadata }]);
    }
    const moved = await openDump(dump, { eventStoreUrl: eventStore.url });
    ending.defer(() => moved.close());
    const differences = await compareReadModels(moved.database.pool, dump.readModels, allProjections);
    expect(
      unnamedOf(
        version,
        differences.filter((each) => !OF_THE_ENGINE.some((its) => its.test(each))),
      ),
    ).toEqual([]);
  });

  test('its processes go on, and it takes orders', async () => {
    const { database } = opened;
    const app = await startTestApp({ database, outboundAllowPrivate: false });
    await app.tillstream.processes.tick();
    const order = dump.repeats.find(({ path }) => path === '/v1/orders')!;
    const client = createClient(opened.app.url, dump.tokens.partner);
    const placed = await client.post('/v1/orders', { ...order.sent, external_id: randomUUID() });
    expect(placed).toMatchObject({ status: 200, body: { order_id: expect.any(Number) } });
    await caughtUp(app);
    expect((await app.tillstream.processes.status()).filter(({ failure }) => failure !== null)).toEqual([]);
    await app.stop();
  });
});

describe('the newest dump', () => {
  test('it has every type of event: else write it anew, see CONTRIBUTING.md', async () => {
    const { database } = await readDump(versions.at(-1)!);
    const types = new Set(database.tables['log.events']!.map((row) => JSON.parse(row).type));
    expect(Object.keys(eventCatalogue).filter((type) => !types.has(type))).toEqual([]);
  });
});

describe('the comparison sees', () => {
  let dump: Dump;
  let opened: OpenedDump;
  beforeAll(async () => {
    dump = await readDump(versions.at(-1)!);
    opened = await openDump(dump);
  });
  afterAll(() => opened.close());

  /** What a rebuild by these projections, over this store, makes of the dump. */
  const rebuiltWith = async (
    change: Partial<Pick<Parameters<typeof rebuild>[0], 'store' | 'projections'>>,
    name: string,
  ) => {
    const { store } = opened.app.tillstream;
    await rebuild({ store, url: opened.database.url, projections: allProjections, ...change }, [name]);
    return compareReadModels(opened.database.pool, dump.readModels, allProjections);
  };

  test('an upcaster that loses a value', async () => {
    const { store } = opened.app.tillstream;
    const broken: typeof store = {
      ...store,
      readAll: async (...asked) =>
        (await store.readAll(...asked)).map((event) =>
          event.type === 'RegionDefined' ? { ...event, data: { ...(event.data as object), name: '?' } } : event,
        ),
    };
    expect(await rebuiltWith({ store: broken }, 'venue')).toEqual(['regions.name: has other values']);
    expect(await rebuiltWith({}, 'venue')).toEqual([]);
  });

  test('a projection that passes by a type of event', async () => {
    const projections = allProjections.map((projection) => {
      if (projection.name !== 'venue') return projection;
      const { RegionDefined: _, ...on } = projection.on;
      return { ...projection, on };
    });
    const lost = expect.stringMatching(/^regions: has 0 rows, not \d+$/);
    expect(await rebuiltWith({ projections }, 'venue')).toContainEqual(lost);
    expect(await rebuiltWith({}, 'venue')).toEqual([]);
  });

  test('two rows that have exchanged a value', async () => {
    const { pool } = opened.database;
    const { rows } = await pool.query('select distinct on (name) region_id as id, name from read.regions limit 2');
    await pool.query('update read.regions set name = $2 where region_id = $1', [rows[0].id, rows[1].name]);
    await pool.query('update read.regions set name = $2 where region_id = $1', [rows[1].id, rows[0].name]);
    expect(await compareReadModels(pool, dump.readModels, allProjections)).toEqual([
      'regions: has its values in other rows',
    ]);
  });

  test('an answer that has lost a field, an entry or a value, and none that has a field more', () => {
    const before = { orders: [{ id: 1, total: 5 }], next: null };
    expect(differencesOf(before, { orders: [{ id: 1, total: 5, paid: 0 }], next: null, more: [] })).toEqual([]);
    expect(differencesOf(before, { orders: [{ id: 1 }], next: null })).toEqual(['.orders[0].total: was 5, is nothing']);
    expect(differencesOf(before, { orders: [], next: null })).toEqual(['.orders: had 1 entries, has 0']);
    expect(differencesOf(before, { orders: [{ id: 1, total: 6 }], next: '' })).toEqual([
      '.orders[0].total: was 5, is 6',
      '.next: was null, is ""',
    ]);
  });
});
