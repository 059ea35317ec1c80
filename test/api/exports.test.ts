// A database of its own: one of its apps allows four reports a minute.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let other: TestVenue;
let partner: HttpClient;
let second: string;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  other = await createVenue(app);
  partner = venue.partner;
  const { till, point_id, cashier_id, products } = venue;
  second = (await definePoint(till, { name: 'Alex', timezone: 'Europe/Berlin' })).id;
  const costs = [{ product_id: products.plov, cost: 20_000 }];
  await command(till, 'SetCosts', { point_id, costs });
  await command(till, 'DefinePaymentType', {
    id: venue.cash,
    name: 'Cash',
    category_id: 1,
    point_ids: [point_id, second],
  });
  await command(till, 'OpenShift', { point_id, cashier_id });
  await command(till, 'OpenShift', { point_id: second, cashier_id });
});
afterAll(() => app.stop());

interface Sale {
  readonly fields?: Record<string, unknown>;
  readonly payments?: object[];
}

const place = async (fields: Record<string, unknown> = {}): Promise<number> => {
  const answer = await partner.post('/v1/orders', orderBody(venue, fields));
  expect(answer.status).toBe(200);
  return answer.body.order_id;
};

const close = (order_id: number, payments: object[] = [{ payment_type_id: venue.cash, amount: 98_000 }]) =>
  command(venue.till, 'CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });

const sell = async ({ fields, payments }: Sale = {}): Promise<number> => {
  const order_id = await place(fields);
  await close(order_id, payments);
  return order_id;
};

const TODAY = 'date_from=2026-03-02&date_to=2026-03-02';
const exported = async (what: string, query = TODAY, client = partner) => {
  const answer = await client.get(`/v1/export/${what}?${query}`);
  expect(answer.body, query).not.toHaveProperty('message');
  return answer.body;
};
const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

describe('closed cheques', () => {
  test('closed cheques are exported with every field, in the local time of their point', async () => {
    const payments = [
      { payment_type_id: venue.cash, amount: 50_000, tendered: 60_000 },
      { payment_type_id: venue.card, amount: 43_100 },
    ];
    const fields = { order_type_id: 1, table_id: venue.table_id, persons: 3, external_id: 'app-1' };
    const id = await place(fields);
    clock.move(61 * MINUTE);
    await command(venue.till, 'AdjustCheque', { order_id: id, discount_percent: 10, service_amount: 4_900 });
    await close(id, payments);
    const { cheques, as_of, ...page } = await exported('cheques');
    expect(page).toEqual({ date_from: '2026-03-02', date_to: '2026-03-02', has_more: false, next_after_id: id });
    expect(as_of.position).toBeGreaterThan(0);
    expect(cheques).toEqual([
      {
        id,
        point_id: venue.point_id,
        cheque_number: 1,
        business_date: '2026-03-02',
        opened_at: '2026-03-02 14:00:00',
        closed_at: '2026-03-02 15:01:00',
        order_type_id: 1,
        order_type_sub_id: null,
        source_id: expect.any(Number),
        external_id: 'app-1',
        waiter_id: null,
        cashier_id: venue.cashier_id,
        courier_id: null,
        client_id: expect.any(Number),
        table_id: venue.table_id,
        guests: 3,
        goods_amount: 98_000,
        discount: 9_800,
        service_amount: 4_900,
        delivery_amount: 0,
        total_amount: 93_100,
        payments: [
          { payment_type_id: venue.cash, payment_type_name: 'Cash', payment_category_id: 1, amount: 50_000 },
          { payment_type_id: venue.card, payment_type_name: 'Card', payment_category_id: 2, amount: 43_100 },
        ],
        // A till's key gave the discount, and no person.
        adjusted_by_account_id: null,
        adjusted_by_name: null,
      },
    ]);
    const { cheque_lines: lines } = await exported('cheque-lines');
    const ofCheque = { cheque_id: id, point_id: venue.point_id, business_date: '2026-03-02', waiter_id: null };
    const { plov, small, tea } = venue.products;
    const line = (product_id: number, product_name: string, quantity: number, price: number) => ({
      ...ofCheque,
      id: expect.any(Number),
      product_id,
      product_name,
      quantity,
      price,
      amount: quantity * price,
      discount: (quantity * price) / 10,
      net_amount: quantity * price * 0.9,
      returned_quantity: 0,
    });
    expect(lines).toEqual([
      { ...line(plov, 'Plov', 2, 45_000), category_id: venue.category_id, cost: 20_000 },
      { ...line(small, 'Small', 2, 0), category_id: null, cost: null },
      { ...line(tea, 'Tea', 1, 8_000), category_id: venue.category_id, cost: null },
    ]);
  });

  test('closed cheques are exported without orders that are open or deleted', async () => {
    const before = idsOf((await exported('cheques')).cheques);
    const open = await place();
    await command(venue.till, 'DeleteCheque', { order_id: await place() });
    expect(idsOf((await exported('cheques')).cheques)).toEqual(before);
    await close(open);
    expect(idsOf((await exported('cheques')).cheques)).toEqual([...before, open]);
  });

  test('closed cheques of other points, and of other brands, are left out', async () => {
    const there = await place({ point_id: second });
    await close(there);
    const here = (await exported('cheques', `${TODAY}&point_id=${venue.point_id}`)).cheques;
    expect(new Set(here.map((cheque: { point_id: string }) => cheque.point_id))).toEqual(new Set([venue.point_id]));
    const [berlin] = (await exported('cheques', `${TODAY}&point_id=${second}`)).cheques;
    expect(berlin).toMatchObject({ id: there, opened_at: '2026-03-02 11:01:00' });
    const both = await exported('cheques', `${TODAY}&point_id=${venue.point_id},%20${second}`);
    expect(idsOf(both.cheques)).toEqual([...idsOf(here), there]);
    expect((await exported('cheques', TODAY, other.partner)).cheques).toEqual([]);
  });

  test('closed cheques are paged by id, and the cursor stays usable at the end', async () => {
    for (let count = 0; count < 3; count++) await sell();
    const all = (await exported('cheques')).cheques;
    for (const limit of [1, 2, all.length - 1, all.length]) {
      const found: unknown[] = [];
      let after = 0;
      for (let more = true; more; ) {
        const page = await exported('cheques', `${TODAY}&limit=${limit}&after_id=${after}`);
        expect(page.cheques.length).toBe(Math.min(limit, all.length - found.length));
        found.push(...page.cheques);
        more = page.has_more;
        after = page.next_after_id;
        expect(after).toBe(page.cheques.at(-1).id);
      }
      expect(found).toEqual(all);
      const nothing = { cheques: [], has_more: false, next_after_id: after };
      expect(await exported('cheques', `${TODAY}&after_id=${after}`)).toMatchObject(nothing);
      const later = await sell();
      expect(idsOf((await exported('cheques', `${TODAY}&after_id=${after}`)).cheques)).toEqual([later]);
      all.push(...(await exported('cheques', `${TODAY}&after_id=${after}`)).cheques);
    }
  });
});

test('a cheque closed late reaches a partner who reloads the last 3 days and replaces by id', async () => {
  const copy = new Map<number, { total_amount: number }>();
  const reload = async (today: string, from: string): Promise<void> => {
    for (let after = 0, more = true; more; ) {
      const page = await exported('cheques', `date_from=${from}&date_to=${today}&limit=2&after_id=${after}`);
      for (const cheque of page.cheques) copy.set(cheque.id, cheque);
      after = page.next_after_id;
      more = page.has_more;
    }
  };
  const late = await place();
  const early = await sell();
  await reload('2026-03-02', '2026-02-28');
  expect(copy.has(early)).toBe(true);
  expect(copy.has(late)).toBe(false);
  clock.move(DAY);
  const next = await sell();
  await close(late);
  await reload('2026-03-03', '2026-03-01');
  expect([...copy.keys()]).toEqual(expect.arrayContaining([late, early, next]));
  const everything = await exported('cheques', 'date_from=2026-02-20&date_to=2026-03-10');
  expect([...copy.keys()].toSorted((a, b) => a - b)).toEqual(idsOf(everything.cheques));
  expect(everything.cheques.find((cheque: { id: number }) => cheque.id === late).business_date).toBe('2026-03-03');
});

describe('what is asked for', () => {
  const paths = ['cheques', 'cheque-lines', 'returns'];

  test.each(paths)('/export/%s needs both days, and at most 31 of them', async (path) => {
    const cases: [string, string][] = [
      ['', 'date_from'],
      ['date_to=2026-03-01', 'date_from'],
      ['date_from=2026-03-01', 'date_to'],
      ['date_from=2026-3-1&date_to=2026-03-01', 'date_from'],
      ['date_from=2026-02-30&date_to=2026-03-01', 'date_from'],
      ['date_from=2026-03-01T00:00:00Z&date_to=2026-03-01', 'date_from'],
      ['date_from=0000-01-01&date_to=0000-01-02', 'date_from'],
      ['date_from=2026-03-02&date_to=2026-03-01', 'date_to'],
      ['date_from=2026-03-01&date_to=2026-04-01', 'date_to'],
      [`${TODAY}&limit=0`, 'limit'],
      [`${TODAY}&limit=1001`, 'limit'],
      [`${TODAY}&limit=ten`, 'limit'],
      [`${TODAY}&after_id=-1`, 'after_id'],
      [`${TODAY}&after_id=1.5`, 'after_id'],
      [`${TODAY}&point_id=1`, 'point_id'],
      [`${TODAY}&point_id=${venue.point_id},1`, 'point_id'],
    ];
    for (const [query, field] of cases) {
      const { status, body } = await partner.get(`/v1/export/${path}?${query}`);
      expect({ query, status, message: body.message }).toMatchObject({
        query,
        status: 400,
        message: expect.stringContaining(field),
      });
    }
    for (const days of ['date_from=2026-03-01&date_to=2026-03-31', 'date_from=9999-12-01&date_to=9999-12-31']) {
      await exported(path, days);
    }
    await exported(path, `${TODAY}&limit=1000&after_id=${Number.MAX_SAFE_INTEGER}`);
  });

  test.each(paths)('/export/%s knows only points of the key', async (path) => {
    const key = await command(venue.till, 'IssueKey', {
      audience: 'partner',
      name: 'bound',
      permissions: ['reports'],
      point_ids: [second],
    });
    const bound = await app.client(key.api_key);
    const nowhere = '00000000-0000-4000-8000-000000000000';
    for (const [client, point] of [
      [partner, nowhere],
      [partner, other.point_id],
      [partner, `${venue.point_id},${nowhere}`],
      [bound, venue.point_id],
    ] as const) {
      const answer = await client.get(`/v1/export/${path}?${TODAY}&point_id=${point}`);
      expect(answer).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
    }
    const all = (await exported('cheques', TODAY, bound)).cheques;
    expect(new Set(all.map((cheque: { point_id: string }) => cheque.point_id))).toEqual(new Set([second]));
  });

  test.each(paths)('/export/%s needs the permission, before anything else', async (path) => {
    const key = await command(venue.till, 'IssueKey', {
      audience: 'partner',
      name: 'plain',
      permissions: ['attendance'],
    });
    const plain = await app.client(key.api_key);
    expect(await plain.get(`/v1/export/${path}`)).toMatchObject({
      status: 403,
      body: { code: 'no_access_to_reports' },
    });
    expect((await venue.till.get(`/v1/export/${path}?${TODAY}`)).status).toBe(403);
    expect((await app.anonymous.get(`/v1/export/${path}?${TODAY}`)).status).toBe(401);
  });
});

test('reports, exports and attendance shifts share 60 requests a minute', async () => {
  const small = await startVenueApp({ limits: { perKey: 1e9, token: 1e9, reports: 4, send_code: 1e9 } });
  try {
    const { till } = await createVenue(small);
    const terms = { audience: 'partner', name: 'bi', permissions: ['reports', 'attendance'] };
    const client = await small.client((await command(till, 'IssueKey', terms)).api_key);
    const paths = ['export/cheques', 'export/cheque-lines', 'export/returns', 'attendance/shifts'];
    for (const path of paths) expect((await client.get(`/v1/${path}?${TODAY}`)).status, path).toBe(200);
    for (const path of paths) expect((await client.get(`/v1/${path}?${TODAY}`)).status, path).toBe(429);
    expect((await client.get('/v1/points')).status).toBe(200);
  } finally {
    await small.stop();
  }
});
