// A database of its own: it reads the whole log, rebuilds read models and counts their rows.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allProjections } from '../../../src/projections/all-projections.ts';
import { rebuild } from '../../../src/projections/rebuild/rebuild.ts';
import { command, type TestApp } from '../../support/app.ts';
import { createClock, DAY } from '../../support/clock.ts';
import { startVenueApp } from '../../support/ready-venues.ts';
import { createVenue, orderBody, type TestVenue } from '../../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
/** The position of the log right before the first order. */
let setUp: number;
const clock = createClock();

beforeAll(async () => {
  // No other venues than these: reports are asked for at positions of the whole log.
  app = await startVenueApp({ clock: clock.read });
  venue = await createVenue(app);
  const { till, point_id, cashier_id } = venue;
  await command(till, 'OpenShift', { point_id, cashier_id });
  setUp = await app.tillstream.store.head();
});
afterAll(() => app.stop());

const place = async (): Promise<number> => (await venue.partner.post('/v1/orders', orderBody(venue, {}))).body.order_id;
const close = (order_id: number, amount = 98_000) => {
  const payments = [{ payment_type_id: venue.cash, amount }];
  return command(venue.till, 'CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });
};

const PERIOD = 'date_from=2026-03-01&date_to=2026-03-31';
const read = async (what: string, asOf?: string | number, headers?: Record<string, string>) => {
  const at = asOf === undefined ? '' : `&as_of=${encodeURIComponent(asOf)}`;
  return venue.partner.get(`/v1/export/${what}?${PERIOD}${at}`, headers);
};
const bytesOf = async (what: string, asOf?: string | number): Promise<string> =>
  JSON.stringify((await read(what, asOf)).body);

/** Of every event in the log. */
const positions = async (): Promise<number[]> =>
  (await app.tillstream.store.readAll(0, 10_000)).map(({ position }) => position);

test("an answer names its own brand's last event, and not when another brand's was recorded", async () => {
  const other = await createVenue(app);
  await command(venue.till, 'DefineRegion', { name: 'Fergana' });
  const [own] = (await venue.auditor.get('/audit/v1/events?type=RegionDefined&limit=10000')).body.events.slice(-1);
  await command(other.till, 'DefineRegion', { name: 'Khiva' });
  const head = await app.tillstream.store.head();
  expect(own.position).toBeLessThan(head);
  const as_of = { position: own.position, recorded_at: own.recorded_at };
  for (const asked of [undefined, head, own.position, own.recorded_at]) {
    expect((await read('cheques', asked)).body.as_of, String(asked)).toEqual(as_of);
  }
});

describe('what was known at a moment', () => {
  test('an export names its moment, and with that name gives the same again, whatever came later', async () => {
    const order_id = await place();
    await close(order_id);
    const first = (await read('cheques')).body;
    const lines = (await read('cheque-lines')).body;
    expect(first.cheques).toHaveLength(1);
    const { position, recorded_at } = first.as_of;

    await command(venue.till, 'ReopenCheque', { order_id, reason: 'wrong guest' });
    expect((await read('cheques')).body.cheques).toEqual([]);
    clock.move(DAY);
    await command(venue.till, 'AdjustCheque', { order_id, discount: 13_000 });
    await close(order_id, 85_000);
    const { items } = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body;
    await command(venue.till, 'ReturnGoods', {
      order_id,
      payment_type_id: venue.cash,
      lines: [{ line_id: items[0].line_id, quantity: 1 }],
    });
    expect((await read('cheque-lines')).body.cheque_lines[0].returned_quantity).toBe(1);
    expect((await read('returns')).body.returns).toHaveLength(1);

    for (const asOf of [position, String(position), recorded_at]) {
      expect(await bytesOf('cheques', asOf)).toBe(JSON.stringify(first));
      expect((await read('cheque-lines', asOf)).body.cheque_lines).toEqual(lines.cheque_lines);
      expect((await read('returns', asOf)).body.returns).toEqual([]);
    }
    // A microsecond earlier, the last event was not recorded.
    const before = Temporal.Instant.from(recorded_at).subtract({ microseconds: 1 }).toString();
    expect((await read('cheques', before)).body.as_of.position).toBe(
      (await positions()).findLast((at) => at < position),
    );
    expect((await read('cheques', 0)).body).toMatchObject({ cheques: [], as_of: { position: 0, recorded_at: null } });
  });

  test('each version that was ever known comes back from a rebuild', async () => {
    const all = async () => {
      const versions: string[] = [];
      // Nothing was sold before.
      for (const at of [0, ...(await positions()).filter((position) => position >= setUp)]) {
        versions.push(await bytesOf('cheques', at), await bytesOf('cheque-lines', at));
      }
      return versions;
    };
    const before = await all();
    expect(new Set(before).size).toBeGreaterThan(4);
    const options = { store: app.tillstream.store, url: app.databaseUrl, projections: allProjections };
    const tables = (await rebuild(options, ['cheques', 'moments'])).flatMap((report) => report.tables);
    expect(tables.filter(({ equal }) => !equal)).toEqual([]);
    expect(await all()).toEqual(before);
  });

  test('a moment that is not over, and one that is none, are refused by name', async () => {
    const { position } = (await read('cheques')).body.as_of;
    for (const later of [position + 1, '2199-01-01T00:00:00Z']) {
      const { status, body } = await read('cheques', later);
      expect([status, body.message]).toEqual([400, expect.stringContaining('as_of')]);
    }
    for (const wrong of ['yesterday', '2026-03-02', '-1', '9'.repeat(16), '2026-03-02T08:00:00']) {
      const { status, body } = await read('cheques', wrong);
      expect([wrong, status, body.message]).toEqual([wrong, 400, expect.stringContaining('as_of')]);
    }
  });

  test('rows alone carry the moment in a header', async () => {
    const asOf = (await read('cheques')).body.as_of;
    const answer = await read('cheques', asOf.position, { accept: 'text/csv' });
    expect(answer.headers.get('x-as-of-position')).toBe(String(asOf.position));
    expect(answer.headers.get('x-rows-count')).toBe('1');
  });
});

describe('deletions', () => {
  test('orders that are deleted whole, and items that are taken off, are facts of their day and shift', async () => {
    const { till, partner, products, point_id, cash, causes, cashier_id } = venue;
    const items = [
      { product_id: products.plov, quantity: 2, modifiers: [{ product_id: products.large, quantity: 1 }] },
      { product_id: products.tea, quantity: 3 },
    ];
    const opened = await command(till, 'OpenCheque', { point_id, order_type_id: 1, items, waiter_id: cashier_id });
    const [dish, drink] = (await till.get(`/venue/v1/orders/${opened.order_id}`)).body.items;
    const off = { order_id: opened.order_id, quantity: 1, reason: 'changed mind' };
    await command(till, 'RemoveItem', { ...off, line_id: drink.line_id });
    await command(till, 'SendToKitchen', { order_id: opened.order_id });
    await command(till, 'RemoveItem', { ...off, line_id: dish.line_id });
    const cancelled = (await partner.post('/v1/orders', orderBody(venue, {}))).body.order_id;
    expect((await partner.post(`/v1/orders/${cancelled}/cancel`, {})).status).toBe(200);
    const deleted = await place();
    await command(till, 'DeleteCheque', { order_id: deleted, cancel_cause_id: causes.plain });
    await app.tillstream.shown(await app.tillstream.store.head());

    const rows = async (sql: string) => (await app.tillstream.pool.query(sql)).rows;
    const day = { business_date: '2026-03-03', timezone: 'Asia/Tashkent', point_id };
    const shift_id = expect.any(Number);
    expect(await rows('select * from read.deleted_cheques order by id')).toMatchObject([
      {
        ...day,
        shift_id,
        id: cancelled,
        deleted_by: 'partner',
        was_with_till: true,
        was_printed: false,
        total_amount: 98_000,
      },
      { ...day, shift_id, id: deleted, deleted_by: 'venue', cancel_cause_id: causes.plain, total_amount: 98_000 },
    ]);
    expect(await rows('select * from read.removed_items order by position, line_id')).toMatchObject([
      { ...day, shift_id, product_id: products.tea, quantity: '1', is_modifier: false, was_printed: false },
      {
        ...day,
        product_id: products.plov,
        quantity: '1',
        is_modifier: false,
        was_printed: true,
        waiter_id: cashier_id,
      },
      { ...day, product_id: products.large, quantity: '1', is_modifier: true, was_printed: true },
    ]);
    expect(cash).toBeGreaterThan(0);
  });
});

describe('attendance', () => {
  test('the report says what was known then, with the names of then, as JSON and as rows', async () => {
    const { till, partner, point_id, cashier_id: employee_id } = venue;
    const day = 'date_from=2026-03-02&date_to=2026-03-02';
    const report = async (asOf?: number, accept = 'application/json') =>
      partner.get(`/v1/reports/attendance?${day}${asOf === undefined ? '' : `&as_of=${asOf}`}`, { accept });
    const times = { check_in: '2026-03-02T04:00:00Z', check_out: '2026-03-02T12:00:00Z' };
    const { shift_id } = await command(till, 'AddShift', { employee_id, point_id, ...times });
    const first = (await report()).body;
    expect(first.shifts).toMatchObject([{ employee_id, hours: 8 }]);
    const { position } = first.as_of;
    const longer = { ...times, check_out: '2026-03-02T13:00:00Z', note: 'forgot' };
    await command(till, 'EditShift', { employee_id, shift_id, ...longer });
    const position_of = { role: 'cashier', role_name: 'Cashier', position_id: 1, position_name: 'Cashier' };
    await command(till, 'UpdateEmployee', { id: employee_id, login: 'new', name: 'Renamed', ...position_of, point_id });
    expect((await report()).body.shifts).toMatchObject([{ employee_name: 'Renamed', hours: 9 }]);
    await command(till, 'DeleteShift', { employee_id, shift_id });
    expect((await report()).body.shifts).toEqual([]);
    expect((await report(position)).body).toEqual(first);
    const csv = await report(position, 'text/csv');
    expect(csv.headers.get('x-as-of-position')).toBe(String(position));
    expect(csv.body.split('\r\n')).toHaveLength(3);
  });
});
