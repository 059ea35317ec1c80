// A database of its own: its processes go by its clock, and look at their checkpoints.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CommandHandler, createCommandHandler } from '../../src/commands/loop/handle.ts';
import { createUnitHolds, type UnitHolds } from '../../src/commands/stop-list/unit-holds.ts';
import { orderDecider } from '../../src/domain/orders/decide.ts';
import { type Order, placedOrder } from '../../src/domain/orders/state.ts';
import { stopListDecider } from '../../src/domain/stop-list/decide.ts';
import { holdsOf } from '../../src/domain/stop-list/state.ts';
import { systemEnvelope } from '../../src/processes/engine/process.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

const clock = createClock();
let app: TestApp;
let venue: TestVenue;
/** A process that dies between two steps, and is not heard of again. */
let dying: { handler: CommandHandler; units: UnitHolds };
let product_id: number;
let order_id: number;

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read });
  venue = await createVenue(app);
  const handler = createCommandHandler(app.tillstream.store, app.tillstream.pool);
  dying = { handler, units: createUnitHolds({ handler, newUuid: randomUUID }) };
  const { till, point_id, cashier_id } = venue;
  await command(till, 'OpenShift', { point_id, cashier_id });
});
afterAll(() => app.stop());

/** Ten units of a product of its own for every test, two of them in a cheque. */
beforeEach(async () => {
  const { till, category_id, point_id } = venue;
  const samsa = { type: 'product', category_id, name: 'Samsa', base_price: 9_000 };
  product_id = (await command(till, 'DefineProduct', samsa)).id;
  await command(till, 'SetStopList', { point_id, entries: [{ product_id, quantity: 10 }] });
  const items = [{ product_id, quantity: 2 }];
  order_id = (await command(till, 'OpenCheque', { point_id, order_type_id: 1, items })).order_id;
});

const envelope = () => systemEnvelope('test', new Date(clock.read()), venue);
const loaded = async () => (await dying.handler.load(stopListDecider, venue.point_id)).state;
const left = async () => (await loaded()).entries.find(([id]) => id === product_id)?.[1].quantity;
const held = async () =>
  holdsOf(await loaded(), order_id)
    .flatMap((hold) => hold.units)
    .reduce((total, { quantity }) => total + quantity, 0);
const orderNow = async (): Promise<Order> =>
  placedOrder((await dying.handler.load(orderDecider, order_id)).state) as Order;
const wanted = (quantity: number) => {
  const { brand_id, point_id } = venue;
  return { brand_id, point_id, order_id, wanted: [{ product_id, name: 'Samsa', quantity }] };
};
const priced = (quantity: number) => ({
  product_id,
  name: 'Samsa',
  category_id: null,
  quantity,
  price: 9_000,
  total: 9_000 * quantity,
  cost: null,
  comment: null,
  modifiers: [],
});
const heard = () =>
  vi.waitFor(
    async () => {
      const head = await app.tillstream.store.head();
      const status = await app.tillstream.processes.status();
      expect(status.find(({ name }) => name === 'held-units')?.position).toBeGreaterThanOrEqual(head);
    },
    { timeout: 8_000 },
  );
const minuteLater = async () => {
  clock.move(MINUTE);
  await app.tillstream.processes.tick();
};

describe('units taken for items', () => {
  test('units taken for items that never came go back, and the items may not come on them any more', async () => {
    const hold_id = await dying.units.takeMore(wanted(3), envelope());
    expect(await left()).toBe(5);
    await vi.waitFor(async () => {
      clock.move(20_001);
      await app.tillstream.processes.tick();
      expect(await left()).toBe(8);
    });
    const late = { type: 'AddItems' as const, items: [priced(3)], hold_id };
    await expect(dying.handler.handle(orderDecider, order_id, late, envelope())).rejects.toMatchObject({
      code: 'order_hold_abandoned',
    });
    expect(await held()).toBe(2);
    // On others they may.
    await command(venue.till, 'AddItems', { order_id, items: [{ product_id, quantity: 3 }] });
    expect([await left(), await held()]).toEqual([5, 5]);
  });

  test('units taken for items that came stay, until the cheque is deleted', async () => {
    await command(venue.till, 'AddItems', { order_id, items: [{ product_id, quantity: 3 }] });
    await heard();
    await minuteLater();
    expect([await left(), await held()]).toEqual([5, 5]);
    // Deleted by whoever died before he gave anything back.
    const day = { business_date: '2026-03-02', shift_id: null };
    const cause = { cancel_cause_id: null, cancel_cause_name: null, comment: null, ...day };
    await dying.handler.handle(orderDecider, order_id, { type: 'DeleteCheque', ...cause }, envelope());
    await vi.waitFor(async () => expect([await left(), await held()]).toEqual([10, 0]), { timeout: 8_000 });
  });

  test('units of removed items go back even if the process that removed them died before it gave them back', async () => {
    const { line_ids } = await command(venue.till, 'AddItems', { order_id, items: [{ product_id, quantity: 3 }] });
    const day = { business_date: '2026-03-02', shift_id: null };
    const whole = { quantity: 2, reason: 'x', divisible_product_ids: [], ...day };
    const remove = { type: 'RemoveItem' as const, line_id: line_ids[0], ...whole };
    await dying.handler.handle(orderDecider, order_id, remove, envelope());
    await vi.waitFor(async () => expect([await left(), await held()]).toEqual([7, 3]), { timeout: 8_000 });
    // Told of it again, there is nothing to do.
    await dying.units.fit(await orderNow(), envelope());
    expect([await left(), await held()]).toEqual([7, 3]);
  });

  test('units taken for items are forgotten when the cheque is closed, and never come back', async () => {
    await command(venue.till, 'AddItems', { order_id, items: [{ product_id, quantity: 3 }] });
    const payments = [{ payment_type_id: venue.cash, amount: 45_000 }];
    await command(venue.till, 'CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });
    await vi.waitFor(async () => {
      await minuteLater();
      expect([await left(), await held()]).toEqual([5, 0]);
    });
    await command(venue.till, 'ReopenCheque', { order_id, reason: 'x' });
    await command(venue.till, 'DeleteCheque', { order_id });
    await heard();
    await minuteLater();
    expect(await left()).toBe(5);
  });
});
