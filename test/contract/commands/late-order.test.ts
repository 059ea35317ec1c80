// A database of its own: a command loop over a store that answers late writes to it.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Partner } from '../../../src/commands/bus/caller.ts';
import { bindOperation, type PartnerTools } from '../../../src/commands/bus/partner-operations.ts';
import { createCommandHandler } from '../../../src/commands/loop/handle.ts';
import type { PlaceOrderInput } from '../../../src/commands/orders/order-input.ts';
import type { PlacingNeeds } from '../../../src/commands/orders/place-at-once.ts';
import { placeOrder } from '../../../src/commands/orders/place-order.ts';
import { ConditionsFailed, type EventStore, StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { createPostgresEventStore } from '../../../src/event-store/postgres/postgres-event-store.ts';
import { createTestDatabase } from '../../support/database.ts';

const partner = {
  key_id: 'key',
  brand_id: 'brand',
  source_id: 1,
  auto_confirm: false,
  operator_confirmation: 'none',
  country_code: 'UZ',
  showcase_ids: [],
  default_order_type_sub_ids: {},
  point_ids: null,
} as unknown as Partner;
const input: PlaceOrderInput = {
  point_id: 'point',
  order_type_id: 2,
  payment_type_id: 1,
  items: [],
  client: { phone: '+998901234567', name: 'Aziz' },
};
const point = {
  point: { timezone: 'Asia/Tashkent', business_day_cutoff: '05:00' },
  order_type_subs: [],
  payment_types: new Map([[1, { id: 1, name: 'Cash', category_id: 1 }]]),
  priceBook: () => new Map(),
};

/** Clients are known, and nothing is limited. */
const setUp = async () => {
  const database = await createTestDatabase();
  const store = createPostgresEventStore({ pool: database.pool, url: database.url });
  onTestFinished(async () => {
    await store.close();
    await database.drop();
  });
  let ids = 100;
  const tools = { identities: { mint: async () => ids++ }, clock: Date.now, newUuid: randomUUID };
  const needs = {
    takesConditions: true,
    points: { find: async () => point },
    clients: { lookUp: async () => ({ kind: 'known', client_id: 5 }), findOrCreate: async () => 5 },
    units: { unlimitedAt: () => ({ stream: 'stop_list-point', revision: -1 }), take: async () => null },
  };
  return { store, tools, needs, pool: database.pool };
};

test('an order whose first append is recorded late, after its second attempt, is one order', async () => {
  const { store, tools, needs, pool } = await setUp();
  let first: (() => Promise<unknown>) | undefined;
  const late: EventStore = {
    ...store,
    appendIf: async (...args) => {
      // It waits on a connection that broke; sent again, it meets a stop-list that is just being written.
      if (first) throw new ConditionsFailed(args[1]);
      first = () => store.appendIf!(...args);
      throw new StoreUnavailable('went away');
    },
    append: async (...args) => {
      await first!();
      return store.append(...args);
    },
  };
  const handler = createCommandHandler(late, pool);
  const own = { ...tools, handler } as unknown as PartnerTools;
  const place = bindOperation(own, placeOrder, needs as unknown as PlacingNeeds);
  const { result: order } = await place(partner, input, 'request');
  const events = await store.readAll(0, 10);
  expect(events.map(({ type, stream }) => ({ type, stream }))).toEqual([
    { type: 'OrderPlaced', stream: `order-${order.order_id}` },
  ]);
});
