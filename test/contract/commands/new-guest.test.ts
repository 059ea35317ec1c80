// A database of its own: command loops over stores that fail write to it.

import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Partner } from '../../../src/commands/bus/caller.ts';
import { bindOperation } from '../../../src/commands/bus/partner-operations.ts';
import { createIdentities } from '../../../src/commands/claims/identities.ts';
import { createClientRegister } from '../../../src/commands/clients/client-register.ts';
import { createCommandHandler } from '../../../src/commands/loop/handle.ts';
import type { PlaceOrderInput } from '../../../src/commands/orders/order-input.ts';
import type { PlacingNeeds } from '../../../src/commands/orders/place-at-once.ts';
import { placeOrder } from '../../../src/commands/orders/place-order.ts';
import type { OrderPlaced } from '../../../src/domain/orders/events.ts';
import { type EventStore, type RecordedEvent, StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { createPostgresEventStore } from '../../../src/event-store/postgres/postgres-event-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
/** Of two processes. */
let stores: EventStore[];

beforeAll(async () => {
  database = await createTestDatabase();
  stores = [0, 1].map(() => createPostgresEventStore({ pool: database.pool, url: database.url }));
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await database.drop();
});

const partner = {
  key_id: 'key',
  source_id: 1,
  auto_confirm: false,
  operator_confirmation: 'none',
  country_code: 'UZ',
  showcase_ids: [],
  default_order_type_sub_ids: {},
  point_ids: null,
} as unknown as Partner;
const point = {
  point: { timezone: 'Asia/Tashkent', business_day_cutoff: '05:00' },
  order_type_subs: [],
  payment_types: new Map([[1, { id: 1, name: 'Cash', category_id: 1 }]]),
  priceBook: () => new Map(),
};

/** How one process places orders of a brand. Nothing is limited. */
const openProcess = (brand_id: string, store: EventStore) => {
  const handler = createCommandHandler(store, database.pool);
  const identities = createIdentities(database.pool);
  const clients = createClientRegister({
    handler,
    identities,
    hash: (phone: string) => phone,
    nameNotifications: { notify: async () => {}, onNotified: () => {} },
    readyKey: () => {},
    draftKey: (ref) => ({ ...ref, subject: randomUUID(), wrapped: randomBytes(60), wrapped_by: 1 }),
  });
  const needs = {
    takesConditions: true,
    points: { find: async () => point },
    clients,
    units: {
      unlimitedAt: () => ({ stream: `stop_list-${brand_id}`, revision: -1 }),
      take: async () => null,
      isHolding: async () => false,
    },
  };
  const tools = { handler, identities, clock: Date.now, newUuid: randomUUID };
  const place = bindOperation(tools, placeOrder, needs as unknown as PlacingNeeds);
  return async (phone: string, external_id?: string, name: string | null = 'Aziz') => {
    const input = {
      point_id: brand_id,
      order_type_id: 2,
      payment_type_id: 1,
      items: [],
      client: { phone, name },
      ...(external_id !== undefined && { external_id }),
    } as unknown as PlaceOrderInput;
    const { result: order } = await place({ ...partner, brand_id }, input, 'request');
    return { order_id: order.order_id, client_id: order.personal.client_id };
  };
};

const eventsOf = (brandId: string): Promise<RecordedEvent[]> => stores[0]!.readAll(0, 1_000, { brandId });
const PHONE = '+998901234567';
const ids = [
  ['with an external_id', 'A-1'],
  ['without an external_id', undefined],
] as const;

test.for(ids)('the first order of a guest, %s, is one append with the guest', async ([, external_id]) => {
  const brand_id = randomUUID();
  let appends = 0;
  const counting: EventStore = {
    ...stores[0]!,
    append: () => Promise.reject(new Error('nothing else is appended')),
    appendIf: (...args) => {
      appends += 1;
      return stores[0]!.appendIf!(...args);
    },
  };
  const place = openProcess(brand_id, counting);
  const order = await place(PHONE, external_id);
  const events = await eventsOf(brand_id);
  const client = events[0]!;
  expect(events.map(({ type, stream }) => [type, stream])).toEqual([
    ['ClientRegistered', `client-${order.client_id}`],
    ['OrderPlaced', `order-${order.order_id}`],
  ]);
  expect(client.position).toBe(events[1]!.position - 1);
  expect(appends).toBe(1);
  // The guest is known from now on, and a repeat of the order is that order.
  const second = await place(PHONE, external_id && 'A-2');
  expect(second).toMatchObject({ client_id: order.client_id });
  if (external_id) expect(await place(PHONE, external_id)).toMatchObject({ order_id: order.order_id });
  expect((await eventsOf(brand_id)).map(({ type }) => type)).toEqual([
    'ClientRegistered',
    'OrderPlaced',
    'OrderPlaced',
  ]);
});

/** What became of the one append whose answer never came. */
const fates = ['landed', 'was lost', 'lands as soon as the long way looks', 'lands right before the long way ends'];
test.for(fates.flatMap((fate) => ids.map(([how, id]) => [fate, how, id] as const)))(
  'a first order whose append %s, %s, is one order of one guest',
  async ([fate, , external_id]) => {
    const brand_id = randomUUID();
    const store = stores[0]!;
    let late: (() => Promise<unknown>) | undefined;
    const landLate = async () => {
      const landing = late;
      late = undefined;
      await landing?.().catch(() => {});
    };
    const silent: EventStore = {
      ...store,
      appendIf: async (...args) => {
        if (fate === 'landed') await store.appendIf!(...args);
        else if (fate !== 'was lost') late = () => store.appendIf!(...args);
        throw new StoreUnavailable('went away');
      },
      read: async (...args) => {
        if (fate === 'lands as soon as the long way looks') await landLate();
        return store.read(...args);
      },
      append: async (stream, ...args) => {
        if (stream.startsWith('order-')) await landLate();
        return store.append(stream, ...args);
      },
    };
    const order = await openProcess(brand_id, silent)(PHONE, external_id);
    await landLate();
    const events = await eventsOf(brand_id);
    expect(events.map(({ type }) => type)).toEqual(['ClientRegistered', 'OrderPlaced']);
    const { client_id } = (events[1]!.data as OrderPlaced).personal;
    expect([order.client_id, events[0]!.stream]).toEqual([client_id, `client-${client_id}`]);
    expect(events[1]!.stream).toBe(`order-${order.order_id}`);
    const { rows } = await database.pool.query('select id from app.identities where scope = $1 and kind = $2', [
      brand_id,
      'client',
    ]);
    expect(rows).toEqual([{ id: client_id }]);
  },
);

test('first orders of guests at two processes at once make each guest once, and each order once', async () => {
  const brand_id = randomUUID();
  const processes = stores.map((store) => openProcess(brand_id, store));
  const phones = Array.from({ length: 15 }, (_, index) => `+9989012345${String(index).padStart(2, '0')}`);
  const orders = await Promise.all(
    phones.flatMap((phone) =>
      // Two at each process; of each two, the second is a repeat at the other process.
      [0, 1, 1, 0].map(async (at, index) => {
        const order = await processes[at]!(phone, `${phone}/${index % 2}`);
        return { phone, external_id: `${phone}/${index % 2}`, order };
      }),
    ),
  );
  const events = await eventsOf(brand_id);
  const types = Object.groupBy(events, ({ type }) => type);
  expect(types.ClientRegistered).toHaveLength(phones.length);
  expect(types.OrderPlaced).toHaveLength(2 * phones.length);
  for (const [, same] of Map.groupBy(orders, ({ external_id }) => external_id)) {
    expect(new Set(same.map(({ order }) => order.order_id)).size).toBe(1);
  }
  for (const [, same] of Map.groupBy(orders, ({ phone }) => phone)) {
    expect(new Set(same.map(({ order }) => order.client_id)).size).toBe(1);
  }
});

test('a repeat with another phone is answered with its order, and registers nobody', async () => {
  const brand_id = randomUUID();
  const order = await openProcess(brand_id, stores[0]!)(PHONE, 'A-1');
  const again = await openProcess(brand_id, stores[1]!)('+998907654321', 'A-1');
  expect(again.order_id).toBe(order.order_id);
  expect((await eventsOf(brand_id)).map(({ type }) => type)).toEqual(['ClientRegistered', 'OrderPlaced']);
  const { rowCount } = await database.pool.query('select from app.identities where scope = $1 and key = $2', [
    brand_id,
    '+998907654321',
  ]);
  expect(rowCount).toBe(0);
});

test('a guest of the log whom a process does not know costs no append', async () => {
  const brand_id = randomUUID();
  const { client_id } = await openProcess(brand_id, stores[0]!)(PHONE, 'A-1');
  const place = openProcess(brand_id, stores[1]!);
  expect(await place(PHONE, 'A-2')).toMatchObject({ client_id });
  // Another name is recorded before the order, as ever.
  expect(await openProcess(brand_id, stores[1]!)(PHONE, 'A-3', 'Bella')).toMatchObject({ client_id });
  const types = (await eventsOf(brand_id)).map(({ type }) => type);
  expect(types).toEqual(['ClientRegistered', 'OrderPlaced', 'OrderPlaced', 'ClientNamed', 'OrderPlaced']);
});
