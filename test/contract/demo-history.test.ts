import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeHistory } from '../../src/cli/demo-history/make-history.ts';
import { seedInTurn } from '../../src/cli/demo-history/seed-in-turn.ts';
import { soleWriter } from '../../src/cli/demo-history/sole-writer.ts';
import { createTimeMachine } from '../../src/cli/demo-history/time-machine.ts';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { openEventStore } from '../../src/event-store/open-event-store.ts';
import { allProjections } from '../../src/projections/index.ts';
import { rebuild } from '../../src/projections/rebuild.ts';
import { openTillstream, type Tillstream } from '../../src/tillstream.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const FROM = '2026-03-06';
const DAYS = 3;
const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
const names = allProjections.map(({ name }) => name);

interface Made {
  readonly database: TestDatabase;
  readonly tillstream: Tillstream;
  readonly events: number;
  /** Makes it again, or goes on with it; answers how many events that took. */
  again(seed?: string): Promise<number>;
  close(): Promise<void>;
}

const make = async (): Promise<Made> => {
  const database = await createTestDatabase();
  const time = createTimeMachine(Date.parse(FROM) - 86_400_000);
  const tillstream = await openTillstream({
    ...{ databaseUrl: database.url, jwtSecret: 'secret-of-the-tests-that-is-long-enough', log },
    ...{ platformApiKey: 'platform-key-of-the-tests', runProjections: true, runProcesses: false },
    ...{ clock: time.now, wrapStore: soleWriter },
  });
  await seedInTurn(tillstream, log);
  const days: number[] = [];
  const again = async (seed = 'test'): Promise<number> => {
    const options = { tillstream, time, from: FROM, days: DAYS, ordersPerDay: 60, seed };
    const { events } = await makeHistory({ ...options, onDay: (done) => days.push(done) });
    return events;
  };
  const events = await again();
  expect(days).toEqual([1, 2, 3]);
  await tillstream.settled(await tillstream.store.head());
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    closing ??= tillstream.close();
    await closing;
  };
  return { database, tillstream, events, again, close };
};

let one: Made;
let other: Made;

beforeAll(async () => {
  one = await make();
  other = await make();
}, 120_000);
afterAll(async () => {
  for (const { close, database } of [one, other]) {
    await close();
    await database.drop();
  }
});

const rowsOf = async ({ database }: Made, sql: string) => (await database.pool.query(sql)).rows;

describe('a history', () => {
  test('has shifts, orders of all types and sources, every way to pay, deletions and returns', async () => {
    const kinds = await rowsOf(
      one,
      `select array_agg(distinct order_type_id) as types, array_agg(distinct external_id is null) as own,
         count(distinct point_id)::int as points, array_agg(distinct business_date) as days from read.cheques`,
    );
    expect(kinds).toEqual([
      { types: [1, 2, 3], own: [false, true], points: 2, days: ['2026-03-06', '2026-03-07', '2026-03-08'] },
    ]);
    const events = await rowsOf(one, 'select type, count(*)::int as count from log.events group by 1');
    const count = Object.fromEntries(events.map((row) => [row.type, row.count]));
    expect(count).toMatchObject({ ShiftOpened: 6, ShiftClosed: 6 });
    for (const type of ['OrderDeleted', 'GoodsReturned', 'ItemsAdded', 'PaymentRegistered', 'ChequeAdjusted']) {
      expect({ type, count: count[type] ?? 0 }).not.toEqual({ type, count: 0 });
    }
    const left = await rowsOf(one, `select status from read.orders where status not in ('CLOSED', 'DELETED')`);
    expect(left).toEqual([]);
    const late = await rowsOf(one, 'select id from read.cheques where closed_at < opened_at or closed_at > now()');
    expect(late).toEqual([]);
  });

  test('is the same for the same seed', async () => {
    const orders = `
      select o.external_id, o.point_id, o.status, o.placed_at, o.total_amount, c.closed_at, c.business_date, c.payments::text,
        c.table_id, c.waiter_id, c.client_id,
        (select json_agg(json_build_array(l.product_id, l.quantity, l.amount) order by l.id)::text
         from read.cheque_lines l where l.cheque_id = o.order_id) as lines
      from read.orders o left join read.cheques c on c.id = o.order_id
      order by o.placed_at, o.point_id, o.total_amount, o.external_id, lines`;
    const [first, second] = [await rowsOf(one, orders), await rowsOf(other, orders)];
    expect(first.length).toBeGreaterThan(180);
    expect(second).toEqual(first);
    expect(other.events).toBe(one.events);
    const sums = async ({ tillstream, database }: Made) =>
      (await rebuild({ store: tillstream.store, url: database.url, projections: allProjections }, names)).flatMap(
        ({ tables }) => tables.map(({ table, newRows, newChecksum }) => [table, newRows, newChecksum]),
      );
    // This one holds places in the log, where orders that went on side by side may have changed them.
    const isTold = ([table]: readonly unknown[]) => table !== 'provider_payments';
    expect((await sums(other)).filter(isTold)).toEqual((await sums(one)).filter(isTold));
  });

  test('gives the same read models when they are rebuilt, and when they were dropped by hand', async () => {
    const { tillstream, database, close } = one;
    const options = { store: tillstream.store, url: database.url, projections: allProjections };
    const before = (await rebuild(options, names)).flatMap(({ tables }) => tables);
    expect(before.filter(({ equal }) => equal !== true)).toEqual([]);
    await close();
    await database.pool.query('drop schema read cascade');
    const store = await openEventStore({ pool: database.pool, databaseUrl: database.url, catalogue: eventCatalogue });
    onTestFinished(() => store.close());
    const after = (await rebuild({ ...options, store }, names)).flatMap(({ tables }) => tables);
    expect(after.map(({ table, newRows, newChecksum }) => [table, newRows, newChecksum])).toEqual(
      before.map(({ table, newRows, newChecksum }) => [table, newRows, newChecksum]),
    );
    expect(before.find(({ table }) => table === 'cheque_lines')!.newRows).toBeGreaterThan(300);
  });

  test('that is made again is gone on with, and adds nothing; with another seed it is another', async () => {
    expect(await other.again()).toBe(0);
    expect(await other.again('another')).toBeGreaterThan(500);
  });
});
