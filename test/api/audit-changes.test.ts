// A database of its own: it compares the states of entities after each event of the whole log.

import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEntities } from '../../src/api/audit/entities/all-entities.ts';
import type { EventStore } from '../../src/event-store/event-store.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { effort } from '../support/effort.ts';
import { kindOf } from '../support/isolation/ids.ts';
import { createWorld, type World } from '../support/isolation/world.ts';
import { applyChanges, assemble } from '../support/json-pointer.ts';

interface Cause {
  readonly path: string;
  readonly position: number;
  readonly type: string;
  readonly event_id: string;
}

let app: TestApp;
let world: World;
/** The path of each entity, of a brand that has one of everything. */
let paths: string[];

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app);
  const { venue, ids } = world;
  const { till, point_id, products } = venue;
  const order_id = ids.order;
  const send = (type: string, fields: object) => command(till, type, { ...fields });
  await send('AddItems', { order_id, items: [{ product_id: products.tea, quantity: 2 }] });
  const { items } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
  await send('RemoveItem', { order_id, line_id: items[0].line_id, quantity: 1, reason: 'spilt' });
  await send('AdjustCheque', { order_id, discount: 1_000 });
  await send('UpdateEmployee', { id: ids.employee, name: 'Otabek A.', position_id: 4 });
  await send('DefinePoint', {
    ...(await pointFields()),
    id: point_id,
    name: 'Chorsu 2',
  });
  await send('UpdateKey', { key_id: ids.key, name: 'renamed', permissions: ['reports'] });
  await send('RotateWebhookSecret', { key_id: ids.key });
  await send('AssignMotivation', { motivation_id: ids.motivation, employee_ids: [ids.employee] });
  await send('AdjustPoints', { client_id: ids.client, amount: 500, reason: 'sorry' });
  await send('MoveMoney', {
    point_id,
    register: 'shift',
    shift_id: ids.shift,
    direction: 'minus',
    amount: 400,
    operation: 'expense',
  });
  await send('CloseShift', { shift_id: ids.shift });
  await send('ConfirmReservation', { reservation_id: ids.reservation });
  paths = allEntities({ store: {} as EventStore, pool: {} as pg.Pool }).map(({ path }) =>
    path.replace(/:(\w+)/, (_, name: string) => String(ids[kindOf('', name) as keyof typeof ids])),
  );
}, 60_000);
afterAll(() => app.stop());

const get = async (path: string) => world.venue.auditor.get(`/audit/v1${path}`);

const pointFields = async () => {
  const { point_id: _, special_days: __, ...fields } = (await get(`/points/${world.ids.point}`)).body.state;
  return fields;
};

const positionsOf = async (path: string): Promise<number[]> =>
  (await get(`${path}/history`)).body.events.map(({ position }: Cause) => position);

test('every field of every entity is blamed on an event, and the fields put together are the state', async () => {
  for (const path of paths) {
    for (const position of await positionsOf(path)) {
      const { status, body } = await get(`${path}/blame?at=${position}`);
      const asOf = await get(`${path}?at=${position}`);
      expect({ path, status }).toEqual({ path, status: asOf.status });
      if (status !== 200) continue;
      const { blame, ...rest } = body;
      expect(rest, path).toEqual(asOf.body);
      expect(assemble(blame), path).toEqual(body.state);
      expect(blame.every((cause: Cause) => cause.position <= position)).toBe(true);
    }
  }
});

test('the changes between any two moments turn the state of the one into the state of the other', async () => {
  for (const path of paths) {
    const positions = await positionsOf(path);
    const before = positions[0]! - 1;
    const moment = fc.constantFrom(before, ...positions);
    const property = fc.asyncProperty(moment, moment, async (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const { status, body } = await get(`${path}/diff?from=${from}&to=${to}`);
      const later = await get(`${path}?at=${to}`);
      expect(status).toBe(later.status);
      if (status !== 200) return;
      const earlier = await get(`${path}?at=${from}`);
      expect(applyChanges(earlier.body.state ?? {}, body.changes), path).toEqual(later.body.state);
      for (const { position } of body.changes) expect(position > from && position <= to).toBe(true);
      if (from === to) expect(body.changes).toEqual([]);
    });
    await fc.assert(property, { numRuns: effort({ short: 4, long: 60 }) });
  }
});

test('an order says which event made each of its fields', async () => {
  const { ids } = world;
  const { body } = await get(`/orders/${ids.order}/blame`);
  const typeOf = Object.fromEntries(body.blame.map(({ path, type }: Cause) => [path, type]));
  expect(typeOf).toMatchObject({
    '/order_id': 'OrderPlaced',
    '/discount': 'ChequeAdjusted',
    '/total_amount': 'ChequeAdjusted',
    '/items/0/name': 'OrderPlaced',
    '/items/0/quantity': 'ItemRemoved',
    '/items/2/name': 'ItemsAdded',
  });
  const events = (await get(`/orders/${ids.order}/history`)).body.events;
  const adjusted = events.find(({ type }: Cause) => type === 'ChequeAdjusted');
  const { event_id, position, actor, occurred_at, recorded_at, type } = adjusted;
  expect(body.blame.find(({ path }: Cause) => path === '/discount')).toEqual({
    path: '/discount',
    value: 1_000,
    event_id,
    position,
    actor,
    occurred_at,
    recorded_at,
    type,
  });
  const { changes } = (await get(`/orders/${ids.order}/diff?from=${position - 1}`)).body;
  expect(changes).toContainEqual({
    path: '/discount',
    before: 0,
    after: 1_000,
    event_id,
    position,
    actor,
    occurred_at,
    type,
  });
});

test('a client’s number of orders is blamed on an order', async () => {
  const { body } = await get(`/clients/${world.ids.client}/blame`);
  const counted = body.blame.find(({ path }: Cause) => path === '/orders_count');
  expect(counted).toMatchObject({ value: 2, type: 'OrderPlaced' });
});

test('a period that ends before it begins is refused, and so is a beginning that is no moment', async () => {
  const path = `/orders/${world.ids.order}`;
  const [first, second] = await positionsOf(path);
  expect(await get(`${path}/diff?from=${second}&to=${first}`)).toMatchObject({
    status: 400,
    body: { code: 'period_reversed', message: expect.stringContaining('to') },
  });
  expect(await get(`${path}/diff?from=x`)).toMatchObject({ status: 400, body: { code: 'field_not_moment' } });
  expect(await get(`${path}/diff`)).toMatchObject({ status: 400, body: { code: 'field_required' } });
  expect(await get(`${path}/diff?from=0&to=${first! - 1}`)).toMatchObject({ status: 404 });
});
