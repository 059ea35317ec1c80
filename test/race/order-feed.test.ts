import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { effort } from '../support/effort.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';
import { type SharedPair, sharedPair } from '../support/shared-pair.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

const WRITERS = 6;
const ORDERS = effort({ short: 8, long: 60 });
const PAGE = 7;

let apps: SharedPair;
let app: TestApp;
let other: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  apps = await sharedPair();
  ({ app, other } = apps);
  venue = await createVenue(app);
});
afterAll(async () => {
  await apps?.stop();
});

interface Seen {
  readonly order_id: number;
  readonly status: string;
  readonly items: readonly unknown[];
}

/** Whoever reads the feed, page by page, as the documentation tells. */
const createReader = (clients: readonly HttpClient[]) => {
  const seen: Seen[] = [];
  let query = 'changed_since=2020-01-01T00:00:00Z';
  let polls = 0;
  return {
    seen,
    /** Everything there is by now. */
    catchUp: async (): Promise<void> => {
      for (let has_more = true; has_more; ) {
        const client = clients[polls++ % clients.length]!;
        const { status, body } = await client.get(`/v1/orders?${query}&limit=${PAGE}`);
        expect(status, JSON.stringify(body)).toBe(200);
        seen.push(...body.orders);
        has_more = body.has_more;
        const { changed_since, after_id } = body.next;
        query = `changed_since=${changed_since}${after_id === null ? '' : `&after_id=${after_id}`}`;
      }
    },
  };
};

test(`a reader of the orders of ${WRITERS} writers ends with exactly the final states, and is told nothing twice`, {
  timeout: 240_000,
}, async () => {
  const there = (client: HttpClient) => createClient(other.url, client.token);
  const { partner, till, products } = venue;
  const items = [{ product_id: products.tea, quantity: 1 }];
  const write = async (by: HttpClient, at: HttpClient): Promise<void> => {
    for (let count = 0; count < ORDERS; count++) {
      const { status, body } = await by.post('/v1/orders', orderBody(venue));
      expect(status, JSON.stringify(body)).toBe(200);
      const { order_id } = body;
      if (count % 4 === 0) {
        await by.post(`/v1/orders/${order_id}/cancel`, {});
        continue;
      }
      await command(at, 'AcceptOrder', { order_id });
      // Two changes of one order at once, at two processes.
      await Promise.all([
        command(till, 'AddItems', { order_id, items }),
        command(there(till), 'StartCooking', { order_id }),
      ]);
      await command(at, 'PackOrder', { order_id });
    }
  };
  const readers = [createReader([partner]), createReader([partner, there(partner)]), createReader([there(partner)])];
  let written = false;
  const reading = readers.map(async (reader) => {
    while (!written) await reader.catchUp();
    await reader.catchUp();
  });
  await Promise.all(
    Array.from({ length: WRITERS }, (_, index) =>
      index % 2 === 0 ? write(partner, till) : write(there(partner), there(till)),
    ),
  ).finally(() => {
    written = true;
  });
  await Promise.all(reading);

  for (const { seen } of readers) {
    const states = new Map<number, Seen>();
    for (const order of seen) {
      expect(order, 'told twice').not.toEqual(states.get(order.order_id));
      states.set(order.order_id, order);
    }
    expect(states.size).toBe(WRITERS * ORDERS);
    for (const order of states.values()) {
      const { body } = await partner.get(`/v1/orders/${order.order_id}`);
      expect(order).toEqual(body);
    }
  }
});
