import { afterAll, beforeAll, expect, test } from 'vitest';
import { aboutOf, pointOf } from '../../src/domain/point-changes.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

interface Event {
  readonly position: number;
  readonly type: string;
  readonly occurred_at: string;
  readonly data: Record<string, unknown>;
}

let app: TestApp;
let venue: TestVenue;
const clock = createClock();

/** What happened at the point that people see, in the order in which it happened. */
let happened: { position: number; occurred_at: string; type: string }[];

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  const { till, partner, point_id, table_id, products, cashier_id } = venue;
  const items = [{ product_id: products.tea, quantity: 1 }];
  const ago = (minutes: number) => ({ occurred_at: clock.at(-minutes * MINUTE) });
  await command(till, 'OpenShift', { point_id, cashier_id });
  await partner.post('/v1/orders', orderBody(venue));
  // A till sends some events late, and two at the same time.
  await command(till, 'OpenCheque', { point_id, order_type_id: 2, items, ...ago(0) });
  clock.move(30 * MINUTE);
  await command(till, 'SeatWalkIn', { table_id, guests: 2 });
  await command(till, 'OpenCheque', { point_id, order_type_id: 2, items, ...ago(20) });
  await command(till, 'SetStopList', { point_id, entries: [{ product_id: products.kazy, quantity: 0 }] });
  await command(till, 'UpdateEmployee', { id: cashier_id, name: 'Aziza' });
  const { events } = (await venue.auditor.get('/audit/v1/events?limit=1000')).body;
  happened = (events as Event[])
    .filter(({ type, data }) => aboutOf({ type, data }) && pointOf({ type, data, metadata: {} }) === point_id)
    .sort((one, other) => Date.parse(one.occurred_at) - Date.parse(other.occurred_at) || one.position - other.position)
    .map(({ position, occurred_at, type }) => ({ position, occurred_at, type }));
});
afterAll(() => app.stop());

const step = async (from: string | number, direction: 'next' | 'previous', { auditor, point_id } = venue) => {
  const query = `from=${encodeURIComponent(from)}&direction=${direction}`;
  const { status, body } = await auditor.get(`/audit/v1/points/${point_id}/activity/step?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.event;
};

/** Every step from there on. */
const walk = async (from: string, direction: 'next' | 'previous') => {
  const steps: { position: number; occurred_at: string; type: string }[] = [];
  for (let event = await step(from, direction); event; event = await step(event.position, direction)) {
    const { position, occurred_at, type, entity } = event;
    expect(entity).toBeDefined();
    steps.push({ position, occurred_at, type });
  }
  return steps;
};

test('steps lead through what happened at a point, both ways and in its order', async () => {
  expect(happened.length).toBeGreaterThan(5);
  expect(await walk('2020-01-01T00:00:00Z', 'next')).toEqual(happened);
  expect(await walk('2030-01-01T00:00:00Z', 'previous')).toEqual(happened.toReversed());
});

test('from an instant the next event is later, and the previous one earlier', async () => {
  const { occurred_at } = happened.find(({ type }) => type === 'ShiftOpened')!;
  const time = Date.parse(occurred_at);
  const other = (isThere: (ms: number) => boolean) => happened.filter((it) => isThere(Date.parse(it.occurred_at)));
  expect((await step(occurred_at, 'next')).position).toBe(other((ms) => ms > time)[0]!.position);
  expect((await step(occurred_at, 'previous'))?.position).toBe(other((ms) => ms < time).at(-1)?.position);
});

test('the histogram counts each event once, in the part of the time in which it happened', async () => {
  const { auditor, point_id } = venue;
  const [from, to] = [clock.at(-31 * MINUTE), clock.at(MINUTE)];
  const path = `/audit/v1/points/${point_id}/activity?from=${from}&to=${to}&buckets=7`;
  const { buckets } = (await auditor.get(path)).body;
  expect(buckets).toHaveLength(7);
  const counts = buckets.map(({ from: begins }: { from: string }, index: number) => {
    const ends = buckets[index + 1]?.from ?? to;
    return happened.filter(({ occurred_at: at }) => at >= begins && at < ends).length;
  });
  expect(buckets.map(({ count }: { count: number }) => count)).toEqual(counts);
  expect(counts.filter((count: number) => count > 0).length).toBeGreaterThan(2);
});

test('a time that is no time, and another brand’s point, are refused', async () => {
  const { auditor, point_id } = venue;
  const ask = async (query: string, id = point_id) =>
    (await auditor.get(`/audit/v1/points/${id}/activity?${query}`)).body.code;
  const now = clock.at(0);
  expect(await ask(`from=${now}&to=${now}`)).toBe('period_reversed');
  expect(await ask(`from=${clock.at(-93 * DAY)}&to=${now}`)).toBe('period_too_long');
  const other = await createVenue(app);
  expect(await ask(`from=${clock.at(-DAY)}&to=${now}`, other.point_id)).toBe('point_not_found');
  expect(await step(0, 'previous')).toBeNull();
  expect(await step(999_999_999, 'next')).toBeNull();
});

test('what was known at an instant is asked for by the position that the log had then', async () => {
  // A venue of its own: the other tests know each event of theirs.
  const { auditor, till, point_id, products } = await createVenue(app, { name: 'Of late news' });
  const items = [{ product_id: products.tea, quantity: 1 }];
  const before = clock.at(0);
  clock.move(10 * MINUTE);
  const { events } = (await auditor.get('/audit/v1/events?limit=1000')).body;
  // The log's own clock says when something was recorded, to the microsecond; the next millisecond is after it.
  const last = events.at(-1);
  const recorded = new Date(Date.parse(last.recorded_at) + 1).toISOString();
  // A till tells of it ten minutes later.
  const late = await command(till, 'OpenCheque', { point_id, order_type_id: 2, items, occurred_at: before });
  const path = `/audit/v1/points/${point_id}`;
  const { status, body } = await auditor.get(`${path}/activity/known?at=${recorded}`);
  expect(status).toBe(200);
  expect(body.position).toBeGreaterThanOrEqual(last.position);
  const idsAt = async (at: string | number): Promise<number[]> =>
    (await auditor.get(`${path}/board?at=${encodeURIComponent(at)}`)).body.orders.map(
      ({ order_id }: { order_id: number }) => order_id,
    );
  expect(await idsAt(before)).toContain(late.order_id);
  expect(await idsAt(body.position)).not.toContain(late.order_id);
});
