import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventStore } from '../../../src/event-store/event-store.ts';
import type { Projection } from '../../../src/projections/engine/projection.ts';
import type { ProjectionRunner } from '../../../src/projections/engine/runner.ts';
import { type RebuildOptions, type RebuildReport, rebuild } from '../../../src/projections/rebuild/rebuild.ts';
import type { TestDatabase } from '../../support/database.ts';
import { effort } from '../../support/effort.ts';
import { positionsIn, recorded } from '../../support/log.ts';
import { appendSales, event, refunds, sales, withHandler } from './fixtures.ts';
import { countOf, eventually, reached, rowsOf, setUp, startRunner, startSignals, statusOf } from './support.ts';

interface Context {
  readonly database: TestDatabase;
  readonly store: EventStore;
}

const run = (
  { database, store }: Context,
  names: string[],
  projections: readonly Projection[] = [sales, refunds],
  more: Partial<RebuildOptions> = {},
): Promise<RebuildReport[]> => rebuild({ store, url: database.url, projections, ...more }, names);

/** How often a read model is rebuilt while a writer goes on: the log grows with each. */
const ROUNDS = effort({ short: 2, long: 5 });

/** Everything the schema says of a table: columns, indexes, constraints. */
const shapeOf = async ({ database }: Context, table: string): Promise<unknown> => {
  const { rows } = await database.pool.query(
    `select (select json_agg(indexdef order by indexdef) from pg_indexes where schemaname = 'read' and tablename = $1) i,
       (select json_agg(json_build_array(column_name, data_type, is_nullable) order by ordinal_position)
        from information_schema.columns where table_schema = 'read' and table_name = $1) c,
       (select json_agg(pg_get_statisticsobjdef(oid)) from pg_statistic_ext where stxrelid = ('read.' || $1)::regclass) s,
       obj_description(('read.' || $1)::regclass, 'pg_class') as comment`,
    [table],
  );
  return rows[0];
};

/** A log with sales, refunds and removals, applied. */
const applied = async (context: Context): Promise<ProjectionRunner> => {
  const { store } = context;
  const runner = await startRunner(context, [sales, refunds]);
  await appendSales(store, 1, 1_500);
  await store.append(
    'sales-r',
    'any',
    [1, 2, 3].map((sale) => event('Refunded', { sale, note: 'Ош "плов"' })),
  );
  const { position } = await store.append('sales-f', 'any', [event('Forgotten', { sale: 2 })]);
  await reached(runner, 'sales', position);
  await reached(runner, 'refunds', position);
  return runner;
};

test('a rebuild gives the same rows, tables and position, while the runner goes on', async () => {
  const context = await setUp();
  const { store, database } = context;
  const runner = await applied(context);
  const before = { rows: await rowsOf(database, 'sales'), shape: await shapeOf(context, 'sales') };
  const reports = await run(context, ['sales', 'refunds']);
  expect(reports).toMatchObject([
    {
      name: 'sales',
      events: 1_504,
      failure: null,
      reason: null,
      tables: [{ table: 'sales', newRows: 1_499, equal: true }],
    },
    {
      name: 'refunds',
      events: 1_504,
      failure: null,
      reason: null,
      tables: [{ table: 'refunds', newRows: 3, equal: true }],
    },
  ]);
  const [table] = reports[0]!.tables;
  expect(before.shape).toMatchObject({
    s: [expect.stringMatching(/^CREATE STATISTICS read\..* ON \(amount % 10::bigint\) FROM read\.sales$/)],
  });
  expect(table).toMatchObject({ oldRows: table!.newRows, oldChecksum: table!.newChecksum });
  expect({ rows: await rowsOf(database, 'sales'), shape: await shapeOf(context, 'sales') }).toEqual(before);
  await reached(runner, 'sales', await appendSales(store, 1_501, 2));
  expect(await countOf(database, 'sales')).toBe(1_501);
  const { rows } = await database.pool.query(`select nspname from pg_namespace where nspname like 'rebuild%'`);
  expect(rows).toEqual([]);
});

test('a rebuild succeeds while no app runs: it ends at the checkpoint of the live tables, and the next start goes on from there', async () => {
  const context = await setUp();
  const runner = await applied(context);
  await runner.stop();
  await appendSales(context.store, 2_001, 10);
  expect(await run(context, ['sales'])).toMatchObject([{ reason: null, tables: [{ newRows: 1_499, equal: true }] }]);
  expect(await statusOf(await startRunner(context, [sales, refunds]), 'sales')).toMatchObject({ failure: null });
  await eventually(async () => expect(await countOf(context.database, 'sales')).toBe(1_509));
});

test('each rebuilt read model comes to where its live one is, and no further', async () => {
  const context = await setUp();
  const { store, database } = context;
  const runner = await applied(context);
  await runner.stop();
  const ahead = await startRunner(context, [sales]);
  const { position } = await store.append('sales-later', 'any', [event('Refunded', { sale: 9 })]);
  await reached(ahead, 'sales', position);
  await ahead.stop();
  expect(await run(context, ['sales', 'refunds'])).toMatchObject([
    { events: 1_505, reason: null, tables: [{ equal: true }] },
    { events: 1_504, reason: null, tables: [{ newRows: 3, equal: true }] },
  ]);
  const { rows } = await database.pool.query('select projection, position from app.checkpoints order by 1');
  expect(rows).toEqual([
    { projection: 'refunds', position: (await positionsIn(store)).at(-2) },
    { projection: 'sales', position },
  ]);
});

test('a rebuild equals the live read model while a writer keeps appending, again and again', async () => {
  const context = await setUp();
  const { store, database } = context;
  const runner = await applied(context);
  let writing = true;
  let position = 0;
  const writer = (async () => {
    for (let sale = 10_000; writing; sale += 20) {
      await appendSales(store, sale, 20);
      const changes = [event('Refunded', { sale }), event('Forgotten', { sale: sale + 1 })];
      position = (await store.append('sales-changes', 'any', changes)).position;
    }
  })();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const before = position;
      for (const report of await run(context, ['sales', 'refunds'])) {
        expect(report).toMatchObject({ failure: null, reason: null, tables: [{ equal: true }] });
      }
      expect(position).toBeGreaterThan(before);
    }
  } finally {
    writing = false;
    await writer;
  }
  await reached(runner, 'sales', position);
  await reached(runner, 'refunds', position);
  expect(await countOf(database, 'refunds')).toBe((await recorded(store, { types: ['Refunded'] })).length);
});

/** What somebody did to the live tables, and what a rebuild says of them: rows of the sales, and which ones were equal. */
const CHANGED = [
  ['a changed value', 'update read.sales set amount = amount + 1 where sale = 7', [1_499, false, true]],
  ['a missing row', 'delete from read.sales where sale = 7', [1_498, false, true]],
  ['a row of nowhere', 'insert into read.sales (sale) values (-1)', [1_500, false, true]],
  ['rows that swapped values', 'update read.sales set amount = 40 - amount where sale in (1, 3)', [1_499, false, true]],
  [
    'json spelled otherwise',
    `update read.refunds set payload = '{"sale": 1}' where (payload ->> 'sale')::int = 1`,
    [1_499, true, false],
  ],
] as const;

test('a rebuild tells of whatever was changed in the live tables, and repairs it', async () => {
  const context = await setUp();
  await applied(context);
  for (const [what, sql, expected] of CHANGED) {
    await context.database.pool.query(sql);
    const [first, second] = (await run(context, ['sales', 'refunds'])).map((report) => report.tables[0]!);
    expect([first!.oldRows, first!.equal, second!.equal], what).toEqual(expected);
    const repaired = (await run(context, ['sales', 'refunds'])).map((report) => report.tables[0]!.equal);
    expect(repaired, what).toEqual([true, true]);
  }
});

test('a parked projection comes to the end of the log and runs again, in the process that parked it', async () => {
  const context = await setUp();
  const { store, database } = context;
  let broken = true;
  const moody = withHandler(sales, 'Refunded', (refund, write) => {
    if (broken) throw new Error('no such sale');
    sales.on.Refunded!(refund, write);
  });
  const runner = await startRunner(context, [moody, refunds]);
  await appendSales(store, 1, 5);
  await store.append('sales-r', 'any', [event('Refunded', { sale: 3 })]);
  const position = await appendSales(store, 6, 5);
  await eventually(async () => expect((await statusOf(runner, 'sales')).failure).not.toBeNull());

  const [before, refund] = (await positionsIn(store)).slice(4);
  const failed = await run(context, ['sales', 'refunds'], [moody, refunds]);
  expect(failed).toMatchObject([
    { name: 'sales', failure: `Refunded at position ${refund}: Error: no such sale`, tables: [] },
    { name: 'refunds', failure: null, tables: [{ equal: true }] },
  ]);
  expect(await countOf(database, 'sales')).toBe(5);

  broken = false;
  expect(await run(context, ['sales'], [moody, refunds])).toMatchObject([
    { failure: null, reason: `live was parked at ${before}`, tables: [{ oldRows: 5, newRows: 10, equal: null }] },
  ]);
  expect(await statusOf(runner, 'sales')).toMatchObject({ position, failure: null });
  await reached(runner, 'sales', await appendSales(store, 11, 3));
  expect(await countOf(database, 'sales')).toBe(13);
});

test('a live read model that runs again while it is rebuilt, and is behind by then, is not compared with the new one', async () => {
  const context = await setUp();
  const { store, database } = context;
  const runner = await startRunner(context, [
    withHandler(sales, 'Refunded', () => {
      throw new Error('no such sale');
    }),
  ]);
  await appendSales(store, 1, 5);
  await store.append('sales-r', 'any', [event('Refunded', { sale: 3 })]);
  const position = await appendSales(store, 6, 5);
  await eventually(async () => expect((await statusOf(runner, 'sales')).failure).not.toBeNull());
  await runner.stop();
  const before = (await positionsIn(store))[4];
  const readAll: EventStore['readAll'] = async (...asked) => {
    await database.pool.query('update app.checkpoints set failure = null');
    return await store.readAll(...asked);
  };
  expect(await run({ ...context, store: { ...store, readAll } }, ['sales'])).toMatchObject([
    { failure: null, reason: `live was at ${before}`, tables: [{ oldRows: 5, newRows: 10, equal: null }] },
  ]);
  expect((await database.pool.query('select position, failure from app.checkpoints')).rows).toEqual([
    { position, failure: null },
  ]);
});

test('a read model that never was, is of another version, or has lost a table is built to the end of the log', async () => {
  const context = await setUp();
  const { store, database } = context;
  await appendSales(store, 1, 4);
  expect(await run(context, ['sales'])).toMatchObject([
    { reason: 'there was none', tables: [{ oldRows: null, newRows: 4 }] },
  ]);
  await appendSales(store, 5, 1);
  expect(await run(context, ['sales'], [{ ...sales, version: 2 }])).toMatchObject([
    { reason: 'live was of version 1', tables: [{ oldRows: 4, newRows: 5, equal: null }] },
  ]);
  await database.pool.query('drop table read.sales');
  expect(await run(context, ['sales'], [{ ...sales, version: 2 }])).toMatchObject([
    { reason: 'live had lost sales', tables: [{ oldRows: null, newRows: 5, equal: null }] },
  ]);
  expect(await run(context, ['sales'], [{ ...sales, version: 2 }], { onlyOutdated: true })).toEqual([]);
});

test('a rebuild to another version may have other columns, and a table that has lost one gets it back', async () => {
  const context = await setUp();
  const { store, database } = context;
  const [table] = sales.tables;
  await appendSales(store, 1, 4);
  const written = { ...refunds, on: { Sold: refunds.on.Refunded! } };
  await run(context, ['sales', 'refunds'], [sales, written]);
  const next: readonly Projection[] = [
    { ...sales, version: 2, tables: [{ ...table!, columns: { ...table!.columns, note: 'text' } }] },
    { ...written, version: 2, tables: [{ ...refunds.tables[0]!, columns: { position: 'bigint', payload: 'text' } }] },
  ];
  const asText = withHandler(next[1]!, 'Sold', ({ position }, write) => write.put('refunds', { position }));
  const reports = await run(context, ['sales', 'refunds'], [next[0]!, asText]);
  for (const report of reports) {
    expect(report).toMatchObject({ failure: null, reason: 'live was of version 1' });
    expect(report.tables).toMatchObject([{ oldRows: 4, newRows: 4, oldChecksum: null, equal: null }]);
  }
  await database.pool.query('alter table read.sales drop column amount');
  expect(await run(context, ['sales'], next)).toMatchObject([
    { failure: null, reason: null, tables: [{ oldRows: 4, newRows: 4, oldChecksum: null, equal: false }] },
  ]);
  expect(await rowsOf(database, 'sales')).toMatchObject([1, 2, 3, 4].map((sale) => ({ sale, amount: sale * 10 })));
});

test('readers find the tables at every moment of a rebuild, and every cache is dropped', async () => {
  const context = await setUp();
  const { database } = context;
  await applied(context);
  const signals = await startSignals(database);
  const dropped: string[] = [];
  signals.onChange(({ projection, brands }) => brands === null && dropped.push(projection));
  let reading = true;
  const reader = (async () => {
    let reads = 0;
    for (; reading; reads++) {
      const text = 'select count(*) as count from read.sales, read.refunds where refunds.position > $1';
      const { rows } = await database.pool.query({ name: 'both', text, values: [0] });
      expect(rows[0].count).toBe(1_499 * 3);
    }
    return reads;
  })();
  for (let round = 0; round < 3; round++) await run(context, ['sales', 'refunds']);
  reading = false;
  expect(await reader).toBeGreaterThan(10);
  await eventually(() => expect(dropped).toEqual(['sales', 'refunds', 'sales', 'refunds', 'sales', 'refunds']));
});

/** How many connections of rebuilds have waited for a lock this long. */
const waiting = async ({ pool }: TestDatabase, time: string): Promise<number> => {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'tillstream-projections'
       and wait_event_type = 'Lock' and clock_timestamp() - query_start >= $1::interval`,
    [time],
  );
  return rowCount ?? 0;
};

test('a rebuild waits for a batch that is being applied, also a long one', async () => {
  const context = await setUp();
  const { store, database } = context;
  await appendSales(store, 1, 3);
  await run(context, ['sales']);
  const applying = await database.pool.connect();
  onTestFinished(() => applying.release(true));
  await applying.query(`begin; select from app.checkpoints where projection = 'sales' for update`);
  const rebuilding = run(context, ['sales']);
  rebuilding.catch(() => {});
  await eventually(async () => expect(await waiting(database, '400ms')).toBe(1));
  await applying.query('commit');
  expect(await rebuilding).toMatchObject([{ failure: null, tables: [{ equal: true }] }]);
});

test('a reader who holds one table and wants the next gets it: the rebuild gives way, and comes again', async () => {
  const context = await setUp();
  const { store, database } = context;
  const [table] = sales.tables;
  const twin = { ...sales, tables: [table!, { ...table!, name: 'twins' }] };
  await appendSales(store, 1, 3);
  await run(context, ['sales'], [twin]);
  const reader = await database.pool.connect();
  onTestFinished(() => reader.release(true));
  await reader.query('begin; select from read.twins');
  const rebuilding = run(context, ['sales'], [twin]);
  rebuilding.catch(() => {});
  await eventually(async () => expect(await waiting(database, '0')).toBe(1));
  expect((await reader.query('select count(*) as count from read.sales')).rows).toEqual([{ count: 3 }]);
  await reader.query('commit');
  expect(await rebuilding).toMatchObject([{ failure: null, tables: [{ equal: true }, { equal: true }] }]);
});

test.each(['new', 'live'])('a rebuild waits for autovacuum on a %s table, while readers continue', async (which) => {
  const { store, database } = await setUp();
  await appendSales(store, 1, 3);
  await run({ store, database }, ['sales']);
  const { rowCount: parked } = await database.pool.query(`update app.checkpoints set failure = 'parked'`);
  expect(parked).toBe(1);
  const vacuum = await database.pool.connect();
  onTestFinished(() => vacuum.release(true));
  let asked = 0;
  // A parked one is brought to the end of the log: where that is is asked at first, and when all is ready to be exchanged.
  const head = async (): Promise<number> => {
    asked++;
    if (asked === 2) {
      const { rows } = await vacuum.query(
        `select nspname as name from pg_namespace where nspname like 'rebuild_sales_%'`,
      );
      const schema = which === 'new' ? rows[0].name : 'read';
      await vacuum.query(`begin; lock table ${schema}.sales in share update exclusive mode`);
    }
    return store.head();
  };
  const rebuilding = run({ store: { ...store, head }, database }, ['sales']);
  rebuilding.catch(() => {});
  await eventually(async () => expect(await waiting(database, '900ms')).toBe(1));
  expect(await countOf(database, 'sales')).toBe(3);
  await vacuum.query('commit');
  expect(await rebuilding).toMatchObject([{ failure: null, tables: [{ newRows: 3 }] }]);
});

test('two rebuilds at the same time take turns', async () => {
  const context = await setUp();
  await applied(context);
  const [one, two] = await Promise.all([run(context, ['sales', 'refunds']), run(context, ['refunds', 'sales'])]);
  for (const report of [...one, ...two]) expect(report).toMatchObject({ failure: null, tables: [{ equal: true }] });
});

test('a rebuild clears away what a killed one has left', async () => {
  const context = await setUp();
  await applied(context);
  await context.database.pool.query(
    'create schema rebuild_sales_0123abcd; create table rebuild_sales_0123abcd.sales ()',
  );
  // Of a read model with a name that begins alike: it may be at work.
  await context.database.pool.query('create schema rebuild_sales_tax_0123abcd');
  await run(context, ['sales']);
  const { rows } = await context.database.pool.query(`select nspname from pg_namespace where nspname like 'rebuild%'`);
  expect(rows).toEqual([{ nspname: 'rebuild_sales_tax_0123abcd' }]);
});

test('a rebuild fails as a whole, and not for good, when the store goes away half-way', async () => {
  const context = await setUp();
  const { store, database } = context;
  const runner = await applied(context);
  await runner.stop();
  const away = new Error('the store is away');
  // It is read once for all that is there, and again for the swap.
  const head = vi.fn(store.head).mockImplementationOnce(store.head).mockRejectedValueOnce(away);
  const next = { ...sales, version: 2 };
  await expect(run({ ...context, store: { ...store, head } }, ['sales'], [next])).rejects.toThrow(away);
  expect(await countOf(database, 'sales')).toBe(1_499);
  const { rows } = await database.pool.query(`select nspname from pg_namespace where nspname like 'rebuild%'`);
  expect(rows).toEqual([]);
  expect(await run(context, ['sales'], [next])).toMatchObject([{ failure: null, tables: [{ newRows: 1_499 }] }]);
});

test('a rebuild that is told to stop while it reads the log changes nothing, and leaves nothing behind', async () => {
  const context = await setUp();
  const { store, database } = context;
  const runner = await applied(context);
  await runner.stop();
  await database.pool.query('update read.sales set amount = 0');
  const stop = new AbortController();
  const readAll: EventStore['readAll'] = (...asked) => {
    stop.abort();
    return store.readAll(...asked);
  };
  const { signal } = stop;
  await expect(run({ ...context, store: { ...store, readAll } }, ['sales'], [sales], { signal })).rejects.toThrow(
    'aborted',
  );
  const { rows } = await database.pool.query('select distinct amount from read.sales');
  expect(rows).toEqual([{ amount: 0 }]);
  const left = await database.pool.query(`select nspname from pg_namespace where nspname like 'rebuild%'`);
  expect(left.rows).toEqual([]);
});

test('a rebuild refuses a name that is not a projection', async () => {
  await expect(run(await setUp(), ['nothing'])).rejects.toThrow('there is no projection nothing');
});
