// A database of its own: processes that are killed share it.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { envOf, loginAt } from '../support/app-pair.ts';
import { type AppProcess, createAppProcess } from '../support/app-process.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { effort } from '../support/effort.ts';
import { Unanswered } from '../support/http-client.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { createVenue, orderBody } from '../support/venue.ts';

const CLIENTS = 24;
const KILLS = effort({ short: 2, long: 4 });
const ORDERS_BETWEEN_KILLS = 60;
const UNITS = 100_000;

let database: TestDatabase;
let app: AppProcess;

beforeAll(async () => {
  database = await createAppDatabase();
  app = await createAppProcess(await tempFolder(), envOf(database));
  await app.start();
}, 60_000);
afterAll(async () => {
  await app?.stop();
  await database?.drop();
});

test('kills in the midst of orders lose no unit: a minute later every one is sold or on the list', {
  timeout: 170_000,
}, async () => {
  const till = await openTill();
  await till.setStopList(UNITS);
  for (let kill = 0; kill < KILLS; kill++) {
    const load = startLoad(till);
    await load.placed(ORDERS_BETWEEN_KILLS);
    await app.kill();
    await load.end();
    await app.start();
  }
  await vi.waitFor(
    async () => {
      const orders = await till.orders();
      expect((await till.left()) + orders).toBe(UNITS);
      expect(orders).toBeGreaterThanOrEqual(KILLS * ORDERS_BETWEEN_KILLS);
    },
    { timeout: 60_000, interval: 500 },
  );
  // What came back stays, and is for sale.
  const before = await till.left();
  expect((await till.place()).status).toBe(200);
  await vi.waitFor(async () => expect(await till.left()).toBe(before - 1));
});

/** A partner and a till, and one product of theirs that is limited. */
const openTill = async () => {
  const venue = await createVenue(loginAt(app.url));
  const { partner, till, point_id } = venue;
  const product_id = venue.products.tea;
  return {
    place: () =>
      partner.post('/v1/orders', orderBody(venue, { items: [{ product_id, quantity: 1 }], external_id: randomUUID() })),
    setStopList: async (quantity: number): Promise<void> => {
      const entries = [{ product_id, quantity }];
      const answer = await till.post('/venue/v1/commands/SetStopList', { command_id: randomUUID(), point_id, entries });
      expect(answer.status).toBe(200);
    },
    left: async (): Promise<number> => {
      const { stop_list } = (await partner.get(`/v1/stop-list?point_id=${point_id}`)).body;
      return stop_list.find((entry: { product_id: number }) => entry.product_id === product_id).quantity;
    },
    /** Orders that exist, whether or not anybody heard of them: each holds one unit. */
    orders: async (): Promise<number> => {
      let count = 0;
      for (let after = 0; ; ) {
        const page = await till.get(`/venue/v1/orders?after_id=${after}&limit=500`);
        expect(page.status).toBe(200);
        count += page.body.orders.length;
        if (page.body.orders.length < 500) return count;
        after = page.body.orders.at(-1).order_id;
      }
    },
  };
};

/** Clients that place orders one after another until the process is gone. */
const startLoad = (till: Awaited<ReturnType<typeof openTill>>) => {
  let placed = 0;
  let ended = false;
  let heard = Promise.withResolvers<void>();
  const client = async (): Promise<void> => {
    while (!ended) {
      const answer = await till.place().catch((error: unknown) => {
        if (!(error instanceof Unanswered)) throw error;
        return undefined;
      });
      if (!answer) return;
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      placed += 1;
      heard.resolve();
      heard = Promise.withResolvers<void>();
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    placed: async (count: number): Promise<void> => {
      while (placed < count) await Promise.race([heard.promise, clients]);
    },
    end: async (): Promise<void> => {
      ended = true;
      await clients;
    },
  };
};
