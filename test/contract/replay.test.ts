// A database of its own: it replays its whole log, and compares all tables.

import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { renderAddress } from '../../src/cli/audit/replay-report.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { checksumOf } from '../../src/projections/rebuild/checksum.ts';
import { type Replay, type ReplayOptions, replay } from '../../src/projections/replay/replay.ts';
import { dropAllReplays, dropReplay, listReplays, replaySchemas } from '../../src/projections/replay/schemas.ts';
import { connectAnalyst } from '../support/analyst.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { bundled } from '../support/bundle.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { PERSONAL_DATA_KEY } from '../support/events.ts';
import { startEventStoreDbServer } from '../support/eventstoredb/server.ts';
import { booked, createFloor, type TestFloor } from '../support/floor.ts';
import { databaseEnv } from '../support/log.ts';
import { orderBody } from '../support/venue.ts';

const tables = allProjections.flatMap(({ name, tables }) => tables.map((table) => ({ readModel: name, table })));

describe.each(['Postgres', 'EventStoreDB'])('a replay of a log in %s', (engine) => {
  let database: TestDatabase;
  let eventStore: Awaited<ReturnType<typeof startEventStoreDbServer>> | undefined;
  let app: TestApp;
  let floor: TestFloor;
  const clock = createClock();

  beforeAll(async () => {
    database = await createAppDatabase();
    if (engine === 'EventStoreDB') eventStore = await startEventStoreDbServer();
    app = await startTestApp({
      database,
      clock: clock.read,
      ...(eventStore && { eventStoreUrl: eventStore.url }),
    });
    floor = await createFloor(app);
    await sell();
    await booked(floor);
  });
  afterAll(async () => {
    await app.stop();
    await eventStore?.stop();
    await database.drop();
  });

  const sell = async (): Promise<void> => {
    const { till, partner, point_id, cashier_id, cash } = floor;
    const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id });
    const { order_id } = (await partner.post('/v1/orders', orderBody(floor))).body;
    await command(till, 'CloseCheque', { order_id, cashier_id, payments: [{ payment_type_id: cash, amount: 98_000 }] });
    await command(till, 'CloseShift', { shift_id });
  };

  const build = (schema: string, until: ReplayOptions['until'], more: Partial<ReplayOptions> = {}): Promise<Replay> =>
    replay({
      store: app.tillstream.store,
      url: database.url,
      projections: allProjections,
      schema,
      until,
      signal: new AbortController().signal,
      ...more,
    });

  /** What the live read models hold now, as a replay says it. */
  const live = async (): Promise<Replay['tables']> => {
    await app.tillstream.shown(await app.tillstream.store.head());
    const sums: Replay['tables'][number][] = [];
    for (const { readModel, table } of tables) {
      sums.push({ readModel, table: table.name, ...(await checksumOf(database.pool, 'read', table)) });
    }
    return sums;
  };

  /** For what is about the schemas alone: they are in Postgres, whatever engine has the log. */
  const testOnce = test.runIf(engine === 'Postgres');

  const schemas = async (): Promise<string[]> =>
    (await database.pool.query('select nspname::text as name from pg_namespace order by 1')).rows.map((it) => it.name);

  let built: Promise<Replay> | undefined;
  /** For the first two tests, before anything else is recorded. */
  const atHead = async () => (built ??= build('at_head', { position: await app.tillstream.store.head() }));

  test('a replay at the head has the rows of the live read models, table by table', async () => {
    const head = await app.tillstream.store.head();
    const now = await live();
    const built = await atHead();
    expect(built).toMatchObject({ position: head, schemas: { views: 'at_head', tables: 'at_head_tables' } });
    expect(built.tables).toEqual(now);
    expect(built.tables.find(({ table }) => table === 'cheques')!.rows).toBeGreaterThan(0);
  });

  test('analysts read its views as they read the live ones, and nothing of its tables', async () => {
    const { schemas } = await atHead();
    const analyst = await connectAnalyst(renderUrl(database.url, 'at_head'));
    const counted = 'select count(*)::int as count, sum(total_amount) as sum from';
    const { rows } = await analyst.query(`${counted} cheques`);
    expect(rows).toEqual((await analyst.query(`${counted} analytics.cheques`)).rows);
    expect(rows[0].count).toBeGreaterThan(0);
    const asOf = "select count(*)::int as count from cheques_as_of(position_at(now() + interval '1 minute'))";
    expect((await analyst.query(asOf)).rows).toEqual([{ count: rows[0].count }]);
    await expect(analyst.query('select * from at_head_tables.cheques')).rejects.toThrow('permission denied');
    const { rows: views } = await database.pool.query(
      `select schemaname = 'at_head' as is_replay, array_agg(name order by name) as views from (
         select schemaname, viewname || case schemaname when 'analytics_history' then '_versions' else '' end as name
         from pg_views where schemaname in ('analytics', 'analytics_history', 'at_head')
       ) as v group by 1 order by 1`,
    );
    expect(views[1].views).toEqual(views[0].views);
    await dropReplay(database.pool, schemas);
  });

  test('a replay as of then has the rows that the live read models had then, by position and by instant', async () => {
    const then = await live();
    const head = await app.tillstream.store.head();
    const [last] = await app.tillstream.store.readAt([head]);
    await sell();
    expect((await live()).find(({ table }) => table === 'cheques')).not.toEqual(
      then.find(({ table }) => table === 'cheques'),
    );
    const byPosition = await build('by_position', { position: head });
    const byInstant = await build('by_instant', { instant: last!.recorded_at });
    for (const built of [byPosition, byInstant]) {
      expect(built).toMatchObject({ position: head, recorded_at: last!.recorded_at });
      expect(built.tables).toEqual(then);
      await dropReplay(database.pool, built.schemas);
    }
  });

  test('a moment that the log does not have, and a bad name, are refused before anything is made', async () => {
    const before = await schemas();
    const head = await app.tillstream.store.head();
    await expect(build('early', { instant: '2001-01-01T00:00:00Z' })).rejects.toThrow('the log begins later');
    await expect(build('early', { position: 0 })).rejects.toThrow('the log begins later: at position');
    await expect(build('late', { position: head + 1 })).rejects.toThrow(
      `the log ends before that, at position ${head}`,
    );
    for (const name of ['Replay', '1st', 'a-b', 'a"b', '', 'x'.repeat(41)]) {
      await expect(build(name, { position: head }), name).rejects.toThrow('is no name for a schema');
    }
    for (const name of ['read', 'log', 'app', 'analytics', 'analytics_history', 'public', 'pg_catalog', 'rebuild_x']) {
      await expect(build(name, { position: head }), name).rejects.toThrow('is taken');
    }
    expect(await schemas()).toEqual(before);
  });

  testOnce('a schema that exists stays as it is, and only a replay can be dropped', async () => {
    const position = await app.tillstream.store.head();
    await database.pool.query('create schema somebodys; create table somebodys.things (); create schema half_tables');
    await expect(build('somebodys', { position })).rejects.toThrow('there is a schema somebodys already');
    await expect(build('half', { position })).rejects.toThrow('there is a schema half_tables already');
    await expect(dropReplay(database.pool, replaySchemas('somebodys'))).rejects.toThrow('there is no replay somebodys');
    expect(await schemas()).toEqual(expect.not.arrayContaining(['half', 'somebodys_tables']));
    await database.pool.query('select from somebodys.things');
    await database.pool.query('drop schema somebodys cascade; drop schema half_tables');
  });

  testOnce('a replay on which others built is dropped only after that', async () => {
    const { schemas: made } = await build('built_on', { position: await app.tillstream.store.head() });
    await database.pool.query('create view public.mine as select * from built_on.cheques');
    await expect(dropReplay(database.pool, made)).rejects.toThrow('view mine depends on view built_on.cheques');
    await database.pool.query('select from built_on.cheques');
    expect(await listReplays(database.pool)).toEqual(['built_on']);
    await database.pool.query('drop view public.mine');
    await dropReplay(database.pool, made);
    expect(await listReplays(database.pool)).toEqual([]);
  });

  testOnce('all replays can be removed at once, whatever others built on them', async () => {
    const position = await app.tillstream.store.head();
    for (const name of ['one', 'two']) await build(name, { position });
    await database.pool.query('create view public.mine as select * from one.cheques');
    const before = await schemas();
    await inTransaction(database.pool, dropAllReplays);
    const gone = ['one', 'one_tables', 'two', 'two_tables'];
    expect(await schemas()).toEqual(before.filter((name) => !gone.includes(name)));
  });

  test('an erasure removes the replays, which hold the person', async () => {
    const { till, partner, causes } = floor;
    const client = { phone: '+998905550001', name: 'Zulfiya' };
    const { order_id } = (await partner.post('/v1/orders', orderBody(floor, { client }))).body;
    await command(till, 'DeleteCheque', { order_id, cancel_cause_id: causes.plain });
    await build('before', { position: await app.tillstream.store.head() });
    await command(till, 'EraseClient', { phone: client.phone, reason: 'asked for it' });
    clock.move(2 * MINUTE);
    // As soon as all followers have passed the erasure.
    await vi.waitFor(
      async () => {
        await app.tillstream.processes.tick();
        expect(await listReplays(database.pool)).toEqual([]);
      },
      { timeout: 15_000, interval: 100 },
    );
  });

  test('an interrupted replay leaves nothing behind', async () => {
    const before = await schemas();
    const { store } = app.tillstream;
    const interrupted = new AbortController();
    let reads = 0;
    const readAll: typeof store.readAll = async (...asked) => {
      const events = await store.readAll(...asked);
      // The first read looks for the beginning of the log.
      if (++reads === 2) interrupted.abort(new Error('interrupted'));
      return events;
    };
    const until = { position: await store.head() };
    const building = build('stopped', until, { store: { ...store, readAll }, signal: interrupted.signal });
    await expect(building).rejects.toThrow('interrupted');
    expect(reads).toBeGreaterThan(1);
    expect(await schemas()).toEqual(before);
  });

  test('the command prints counts, checksums and an address that answers, and removes the replay', async () => {
    const position = await app.tillstream.store.head();
    const env = {
      ...databaseEnv({ url: database.url, eventStoreUrl: eventStore?.url ?? database.eventStoreUrl }),
      JWT_SECRET: 'x'.repeat(32),
      PERSONAL_DATA_KEY,
      PLATFORM_API_KEY: 'y'.repeat(16),
    };
    const made = await audit(['replay', '--until', String(position)], env);
    expect(made.code, made.output).toBe(0);
    const [sum] = (await live()).filter(({ table }) => table === 'cheques');
    expect(made.output).toMatch(new RegExp(`cheques +${sum!.rows} rows, checksum ${sum!.checksum}\n`));
    expect(made.output).toContain(renderAddress(`replay_${position}`, database.url));
    expect(made.output).not.toContain(new URL(database.url).password || 'no password');
    expect(await audit(['replay', '--until', String(position)], env)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`there is a schema replay_${position} already`),
    });
    expect(await audit(['replay', '--until', String(position), '--drop'], env)).toMatchObject({
      code: 0,
      output: `replay replay_${position} is dropped\n`,
    });
    expect(await listReplays(database.pool)).toEqual([]);
  }, 60_000);
});

test('the command refuses what it cannot read, and says why', async () => {
  const refused = [
    [['replay'], '--until is missing'],
    [['replay', '--drop'], '--until is missing, or --schema'],
    [['replay', '--until', 'yesterday'], 'neither a log position nor an instant'],
    [['replay', '--drop', '--schema', 'public'], 'is taken'],
  ] as const;
  for (const [args, message] of refused) {
    expect(await audit(args, {})).toMatchObject({ code: 1, output: expect.stringContaining(message) });
  }
}, 30_000);

/** The address with the schema that a replay's own address has. */
const renderUrl = (url: string, schema: string): string => {
  const options = new URL(renderAddress(schema, url).match(/"(.*)"/)![1]!).searchParams.get('options')!;
  const address = new URL(url);
  address.searchParams.set('options', options);
  return address.href;
};

const audit = async (
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> => {
  const script = await bundled('src/cli/audit.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
};
