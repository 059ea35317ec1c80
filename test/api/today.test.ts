import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import { invite, openBrowser, personClient, signedIn } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
/** Monday, 14:00 in Tashkent. */
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
});
afterAll(() => app.stop());

/** A point with a till shift that began ten days ago. */
const openPoint = async (fields: object = {}) => {
  const ago = { occurred_at: clock.at(-10 * DAY) };
  const { id: point_id } = await definePoint(venue.till, { ...fields, ...ago });
  const { cash, cashier_id, till } = venue;
  await command(till, 'DefinePaymentType', { id: cash, name: 'Cash', category_id: 1, point_ids: [point_id], ...ago });
  await command(till, 'OpenShift', { point_id, cashier_id, ...ago });
  return point_id;
};

const teas = 8_000;
const HOUR = 60 * MINUTE;

/** Sells so many teas, so long ago. */
const sell = async (point_id: string, quantity: number, msAgo: number): Promise<number> => {
  const { till, products, cash, cashier_id } = venue;
  const then = { occurred_at: clock.at(-msAgo) };
  const items = [{ product_id: products.tea, quantity }];
  const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 2, items, ...then });
  const payments = [{ payment_type_id: cash, amount: quantity * teas }];
  await command(till, 'CloseCheque', { order_id, cashier_id, payments, ...then });
  return order_id;
};

const todayOf = async (point_id: string, client = venue.till) =>
  (await client.get(`/venue/v1/points/${point_id}/today`)).body;
const thenAt = async (point_id: string, at: string) => {
  const { status, body } = await venue.auditor.get(`/audit/v1/points/${point_id}/today?at=${encodeURIComponent(at)}`);
  expect(status).toBe(200);
  return body;
};
const busy = (hours: { hour: string; cheques: number; revenue: number }[]) =>
  hours.filter(({ cheques }) => cheques > 0).map(({ hour, cheques, revenue }) => [hour, cheques, revenue]);
const hourAgo = (msAgo: number) => {
  const local = Temporal.Instant.from(clock.at(-msAgo)).toZonedDateTimeISO('Asia/Tashkent');
  return `${String(local.hour).padStart(2, '0')}:00`;
};

test('today is told by the hour, beside the same weekday a week before and as far as that had come', async () => {
  const point_id = await openPoint();
  await sell(point_id, 1, MINUTE);
  await sell(point_id, 2, MINUTE);
  await sell(point_id, 4, 7 * DAY + MINUTE);
  await sell(point_id, 5, 7 * DAY - 5 * MINUTE);
  await sell(point_id, 9, 3 * DAY);
  const today = await todayOf(point_id);
  expect(today).toMatchObject({ point_id, cheques: 2, revenue: 3 * teas, average: 1.5 * teas });
  expect(today.before).toMatchObject({
    cheques: 2,
    revenue: 9 * teas,
    average: 4.5 * teas,
    cheques_so_far: 1,
    revenue_so_far: 4 * teas,
  });
  expect(Date.parse(today.business_date) - Date.parse(today.before.business_date)).toBe(7 * DAY);
  expect(busy(today.hours)).toEqual([[hourAgo(MINUTE), 2, 3 * teas]]);
  expect(today.hours.map(({ hour }: { hour: string }) => hour)).toEqual(
    Array.from(
      { length: 24 },
      (_, index) => `${String((index + Number(today.hours[0].hour.slice(0, 2))) % 24).padStart(2, '0')}:00`,
    ),
  );
  // It is what the sales report says.
  const date = { date_from: today.business_date, date_to: today.business_date, point_ids: [point_id] };
  const asked = {
    kind: 'sales',
    group_by: ['hour'],
    measures: ['revenue', 'cheques_count', 'average_cheque'],
    ...date,
  };
  const { body: report } = await venue.partner.post('/v1/reports/olap', asked);
  expect(report.totals, JSON.stringify(report)).toEqual({
    revenue: today.revenue,
    cheques_count: today.cheques,
    average_cheque: today.average,
  });
});

test('where the day changes at half past five, what was sold after midnight stands at its end', async () => {
  const point_id = await openPoint({ business_day_cutoff: '05:30' });
  const local = Temporal.Instant.from(clock.at(0)).toZonedDateTimeISO('Asia/Tashkent');
  const at = (time: string, days: number) =>
    clock.read() -
    local.toPlainDate().add({ days }).toZonedDateTime({ timeZone: 'Asia/Tashkent', plainTime: time }).epochMilliseconds;
  await sell(point_id, 1, at('05:29', -1));
  await sell(point_id, 2, at('05:30', -2));
  await sell(point_id, 3, at('00:10', -1));
  const noon = clock.at(-at('05:29', -1));
  const { hours, business_date, cheques } = await thenAt(point_id, noon);
  expect([business_date, cheques]).toEqual([local.toPlainDate().add({ days: -2 }).toString(), 3]);
  expect(hours).toHaveLength(25);
  expect(busy(hours)).toEqual([
    ['05:00', 1, 2 * teas],
    ['00:00', 1, 3 * teas],
    ['05:00', 1, teas],
  ]);
});

test('as of an instant it counts what had happened by then, however late a till sent it; as of a position, what was known', async () => {
  const point_id = await openPoint();
  const early = await sell(point_id, 1, 2 * HOUR + 2 * MINUTE);
  const known = String(await app.tillstream.store.head());
  await sell(point_id, 2, 2 * HOUR + MINUTE);
  await command(venue.till, 'ReopenCheque', { order_id: early, reason: 'Mistake', occurred_at: clock.at(-HOUR) });
  const at = (msAgo: number) => thenAt(point_id, clock.at(-msAgo)).then(({ cheques }) => cheques);
  expect([await at(2 * HOUR + 3 * MINUTE), await at(2 * HOUR + 2 * MINUTE), await at(2 * HOUR)]).toEqual([0, 1, 2]);
  expect([await at(HOUR + 1), await at(HOUR), await at(0)]).toEqual([2, 1, 1]);
  const { body } = await venue.auditor.get(`/audit/v1/points/${point_id}/today?at=${known}`);
  expect(body.as_of).toBeDefined();
});

test('a cashier sees the own till shifts, and a cook nothing of it', async () => {
  const point_id = await openPoint();
  await sell(point_id, 3, MINUTE);
  const cashier = await personClient(app, venue.brand_id, 'cashier');
  expect(await todayOf(point_id, cashier)).toMatchObject({ cheques: 0, revenue: 0, average: null });
  const manager = await personClient(app, venue.brand_id, 'manager');
  expect(await todayOf(point_id, manager)).toMatchObject({ cheques: 1, revenue: 3 * teas });
  const cook = await signedIn(app.url, await invite(app, venue.brand_id, 'cook'));
  expect((await cook.ask('GET', `/venue/v1/points/${point_id}/today`)).body.code).toBe('role_forbidden');
  expect((await openBrowser(app.url).ask('GET', `/venue/v1/points/${point_id}/today`)).status).toBe(401);
});

test('what needs attention is counted', async () => {
  const { till } = venue;
  const point_id = await openPoint();
  const attention = async () => (await till.get(`/venue/v1/points/${point_id}/attention`)).body;
  expect(await attention()).toMatchObject({
    undelivered_calls: 0,
    parked_read_models: [],
    unaccepted_shifts: 0,
    waiting_orders: 0,
  });
  const { shift } = (await till.get(`/venue/v1/points/${point_id}/board`)).body;
  const { products } = venue;
  const items = [{ product_id: products.tea, quantity: 1 }];
  await command(till, 'OpenCheque', { point_id, order_type_id: 1, items });
  await command(till, 'CloseShift', { shift_id: shift.shift_id, leave_open: true, left_cash: 0 });
  expect(await attention()).toMatchObject({ unaccepted_shifts: 1, waiting_orders: 0 });

  // An order waits from the moment that was promised, until it is delivered.
  const late = async () => (await till.get(`/venue/v1/points/${venue.point_id}/attention`)).body.waiting_orders;
  const scheduled_at = clock.at(2 * HOUR);
  const { status, body } = await venue.partner.post(
    '/v1/orders',
    orderBody(venue, { scheduled_at, payment_type_id: venue.card }),
  );
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await late()).toBe(0);
  clock.move(2 * HOUR + 1);
  expect(await late()).toBe(1);
});
