// A database of its own: two apps share it, and their processes go by its clock.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CommandHandler, createCommandHandler } from '../../src/commands/loop/handle.ts';
import { createUnitHolds, type UnitHolds } from '../../src/commands/stop-list/unit-holds.ts';
import { orderDecider } from '../../src/domain/orders/decide.ts';
import type { OrderPlaced } from '../../src/domain/orders/events.ts';
import { type Order, placedOrder } from '../../src/domain/orders/state.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { stopListDecider } from '../../src/domain/stop-list/decide.ts';
import type { RecordedEvent } from '../../src/event-store/event-store.ts';
import { systemEnvelope } from '../../src/processes/engine/process.ts';
import { createHeldUnits } from '../../src/processes/stop-list/held-units.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { unitsInLog } from '../support/stop-list-log.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

const clock = createClock();
let database: TestDatabase;
let app: TestApp;
let venue: TestVenue;
/** A process that dies: it takes units, and is not heard of again. */
let dying: { handler: CommandHandler; units: UnitHolds };
let product: number;

const openDying = () => {
  const handler = createCommandHandler(app.tillstream.store, app.tillstream.pool);
  return { handler, units: createUnitHolds({ handler, newUuid: randomUUID }) };
};

beforeAll(async () => {
  database = await createAppDatabase();
  app = await startTestApp({ database, clock: clock.read });
  venue = await createVenue(app);
  dying = openDying();
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

/** Ten units of a product of its own for every test. */
beforeEach(async () => {
  const { till, category_id, point_id } = venue;
  const samsa = { type: 'product', category_id, name: 'Samsa', base_price: 9_000 };
  product = (await command(till, 'DefineProduct', samsa)).id;
  await command(till, 'SetStopList', { point_id, entries: [{ product_id: product, quantity: 10 }] });
});

const envelope = () => systemEnvelope('test', new Date(clock.read()), venue);
let lastOrderId = 9_000_000;
const newOrderId = () => ++lastOrderId;
const take = async (order_id: number, quantity: number): Promise<string> => {
  const { brand_id, point_id } = venue;
  const wanted = [{ product_id: product, name: 'Samsa', quantity }];
  const holdId = await dying.units.take({ brand_id, point_id, order_id, wanted }, envelope());
  expect(holdId).not.toBeNull();
  return holdId!;
};
const order = (fields: Record<string, unknown> = {}) =>
  venue.partner.post('/v1/orders', orderBody(venue, { items: [{ product_id: product, quantity: 2 }], ...fields }));
const inLog = () => unitsInLog(app.tillstream.store, venue.point_id, product);
const stopListEvents = async (): Promise<RecordedEvent[]> => app.tillstream.store.read(`stop_list-${venue.point_id}`);
const left = async (): Promise<number | undefined> => {
  const { state } = await openDying().handler.load(stopListDecider, venue.point_id);
  return state.entries.find(([id]) => id === product)?.[1].quantity;
};
/** The process has heard of everything there is: its position is that of the log. */
const heard = (of: TestApp = app) =>
  vi.waitFor(
    async () => {
      const head = await of.tillstream.store.head();
      const status = await of.tillstream.processes.status();
      expect(status.find(({ name }) => name === 'held-units')?.position).toBeGreaterThanOrEqual(head);
    },
    { timeout: 8_000 },
  );

describe('units taken for an order that was never placed', () => {
  test('units taken for an order that was never placed come back within a minute, and not before an order had its time', async () => {
    await take(newOrderId(), 4);
    expect(await left()).toBe(6);
    await heard();
    clock.move(15_000);
    await app.tillstream.processes.tick();
    expect(await left()).toBe(6);
    clock.move(5_001);
    await app.tillstream.processes.tick();
    expect(await left()).toBe(10);
    expect(await inLog()).toMatchObject({ held: 0 });
  });

  test('units taken for an order that was never placed are not for the order any more, should it only have been slow: it takes others, or is refused', async () => {
    const sample = (await order()).body.order_id;
    const placed = (await app.tillstream.store.read(`order-${sample}`))[0]!.data as OrderPlaced;
    const order_id = newOrderId();
    const hold_id = await take(order_id, 8);
    await heard();
    clock.move(20_001);
    await app.tillstream.processes.tick();
    expect(await left()).toBe(8);

    const late = { type: 'PlaceOrder' as const, order: { ...placed, order_id, hold_id } };
    const answer = await dying.handler.handle(orderDecider, order_id, late, envelope()).catch((error) => error);
    expect(answer).toBeInstanceOf(Refusal);
    expect(answer).toMatchObject({ code: 'order_hold_abandoned' });
    expect(await inLog()).toMatchObject({ held: 2, ordered: 2, onReturnedHolds: 0 });
  });

  test('units taken for an order that was never placed go to the repeat of the same order, when that comes before they are given back', async () => {
    const external_id = randomUUID();
    const { id } = await claimOf(external_id);
    const holdId = await take(id, 2);
    const { status, body } = await order({ external_id });
    expect(status).toBe(200);
    expect(body.order_id).toBe(id);
    const placed = placedOrder((await dying.handler.load(orderDecider, id)).state);
    expect(placed?.hold_id).toBe(holdId);
    await heard();
    clock.move(MINUTE);
    await app.tillstream.processes.tick();
    expect(await inLog()).toMatchObject({ held: 2, ordered: 2 });
  });

  test('units taken for an order come back though another attempt placed it, with other units', async () => {
    const external_id = randomUUID();
    const { id } = await claimOf(external_id);
    await take(id, 3);
    expect((await order({ external_id })).status).toBe(200);
    expect(await left()).toBe(5);
    await heard();
    clock.move(MINUTE);
    await app.tillstream.processes.tick();
    expect(await left()).toBe(8);
    expect(await inLog()).toMatchObject({ held: 2, ordered: 2 });
  });

  test('units taken for an order that was never placed come back after a restart: the checkpoint does not pass a hold that waits', async () => {
    await take(newOrderId(), 4);
    const taken = (await stopListEvents()).at(-1)!.position;
    await heard();
    // More follows, and is done, and stored.
    await order();
    await heard();
    const { rows } = await database.pool.query<{ position: number }>(
      `select position from app.process_checkpoints where process = 'held-units'`,
    );
    expect(rows[0]?.position).toBeLessThan(taken);
    await app.stop();

    clock.move(MINUTE);
    app = await startTestApp({ database, clock: clock.read });
    venue = { ...venue, ...(await reconnect()) };
    dying = openDying();
    await heard();
    clock.move(5_001);
    await app.tillstream.processes.tick();
    expect(await left()).toBe(8);
  });

  test('units taken for an order that was never placed come back once when two processes see to it at the same time', async () => {
    const order_id = newOrderId();
    await take(order_id, 4);
    const events = (await stopListEvents()).slice(-1);
    const repairs = [1, 2, 3].map(() => createHeldUnits({ ...openDying(), clock: clock.read }));
    for (const { follower } of repairs) await follower.handle(events, undefined as never);
    expect(repairs.map(({ follower }) => follower.holdBack?.())).toEqual(Array(3).fill(events[0]!.position));
    clock.move(20_001);
    await Promise.all(repairs.flatMap(({ tickers }) => tickers.map((ticker) => ticker.tick(new Date(clock.read())))));
    expect(repairs.map(({ follower }) => follower.holdBack?.())).toEqual(Array(3).fill(undefined));
    expect(await left()).toBe(10);
    const types = (await app.tillstream.store.read(`order-${order_id}`)).map(({ type }) => type);
    expect(types).toEqual(['OrderAbandoned']);
  });
});

describe('units of an order', () => {
  test('units of a deleted order come back even if the process that deleted it died before it gave them back', async () => {
    const { order_id } = (await order()).body;
    const day = { business_date: '2026-03-02', shift_id: null };
    const deletion = { cancel_cause_id: null, cancel_cause_name: null, comment: null, ...day };
    await dying.handler.handle(orderDecider, order_id, { type: 'CancelOrder', ...deletion }, envelope());
    await vi.waitFor(async () => expect(await left()).toBe(10), { timeout: 8_000 });
    expect(await inLog()).toMatchObject({ held: 0, ordered: 0 });
  });

  test('units of an order whose cheque is closed are sold: the hold is forgotten, and they never come back', async () => {
    const { till, point_id, cash, cashier_id } = venue;
    await command(till, 'OpenShift', { point_id, cashier_id });
    const orders = await Promise.all([1, 2, 3].map(() => order()));
    for (const { body } of orders) {
      const payments = [{ payment_type_id: cash, amount: body.total_amount }];
      await command(till, 'CloseCheque', { order_id: body.order_id, cashier_id, payments });
    }
    expect(await inLog()).toMatchObject({ held: 6 });
    await heard();
    await app.tillstream.processes.tick();
    expect(await inLog()).toMatchObject({ held: 0, ordered: 6 });
    expect(await left()).toBe(4);
    const settled = (await stopListEvents()).filter(({ type }) => type === 'HoldsSettled');
    expect(settled.at(-1)?.data).toMatchObject({ holds: expect.arrayContaining([expect.anything()]) });
  });
});

describe('a preorder at its release', () => {
  const preorder = async (): Promise<Order> => {
    const { order_id } = (await order({ scheduled_at: clock.at(120 * MINUTE) })).body;
    const placed = placedOrder((await dying.handler.load(orderDecider, order_id)).state);
    expect(placed?.status).toBe('PREORDER');
    return placed!;
  };

  test('a preorder at its release takes what became limited since, once, and gives it back when it is deleted', async () => {
    const { till, point_id } = venue;
    await command(till, 'ClearStopList', { point_id, product_ids: [product] });
    const placed = await preorder();
    expect(placed.hold_id).toBeNull();
    await command(till, 'SetStopList', { point_id, entries: [{ product_id: product, quantity: 5 }] });
    expect(await dying.units.recheck(placed, envelope())).toEqual([]);
    expect(await dying.units.recheck(placed, envelope())).toEqual([]);
    expect(await left()).toBe(3);
    // These units have their order, though it names no hold of its own.
    await heard();
    clock.move(20_001);
    await app.tillstream.processes.tick();
    expect(await left()).toBe(3);
    expect((await venue.partner.post(`/v1/orders/${placed.order_id}/cancel`, {})).status).toBe(200);
    await vi.waitFor(async () => expect(await left()).toBe(5), { timeout: 8_000 });
  });

  test('a preorder at its release has what it took before, and is short of what the venue has stopped', async () => {
    const { till, point_id } = venue;
    const placed = await preorder();
    expect(placed.hold_id).not.toBeNull();
    await order({ items: [{ product_id: product, quantity: 8 }] });
    expect(await dying.units.recheck(placed, envelope())).toEqual([]);
    await command(till, 'SetStopList', { point_id, entries: [{ product_id: product, quantity: 0 }] });
    expect(await dying.units.recheck(placed, envelope())).toEqual([product]);
  });
});

/** The order id of an attempt that got no further. */
const claimOf = async (external_id: string): Promise<{ id: number }> => {
  const { rows } = await database.pool.query<{ id: number }>('select id from app.claim($1, $2, $3)', [
    ...[['order'], [venue.point_id], [external_id]],
  ]);
  return rows[0]!;
};

const reconnect = async () => {
  const platform = await app.platform();
  const issue = async (fields: Record<string, unknown>) =>
    app.client((await command(platform, 'IssueKey', { brand_id: venue.brand_id, name: 'again', ...fields })).api_key);
  const till = await issue({ audience: 'venue' });
  return { till, partner: await issue({ audience: 'partner', showcase_ids: [venue.menu_id] }) };
};
