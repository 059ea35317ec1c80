import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTillstream } from '../../client/src/index.ts';
import { createPool } from '../../src/database/connection.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres.ts';
import { keepSecret } from '../../src/database/embedded-postgres/secret.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { openEvents } from '../../src/wiring/open-events.ts';
import { type AppProcess, createAppProcess, eventStoreOf } from '../support/app-process.ts';
import { effort } from '../support/effort.ts';
import { createClient, type HttpClient, Unanswered } from '../support/http-client.ts';
import { recorded } from '../support/log.ts';
import { tempFolder } from '../support/temp-folder.ts';

interface Sold {
  readonly is_available: boolean;
  readonly available_quantity: number | null;
  readonly modifier_groups: readonly { readonly required: boolean }[];
}

const CLIENTS = 16;
const KILLS = effort({ short: 4, long: 12 });
/** Of those kills, the ones that take Postgres along, and the ones that take Postgres alone. */
const WITH_POSTGRES = new Set([1, 7]);
const ONLY_POSTGRES = new Set([3, 10]);
const ACKNOWLEDGED_BETWEEN_KILLS = 40;
/** Before a client sends again what was answered with 503: without it the clients take the time that a start of Postgres needs. */
const PAUSE_MS = 50;

let dataDir: string;
let app: AppProcess;

beforeAll(async () => {
  dataDir = await tempFolder();
  const limits = { REQUESTS_PER_MINUTE: '1000000', TOKEN_REQUESTS_PER_MINUTE: '1000000' };
  app = await createAppProcess(dataDir, { ...limits, DEMO_TILL: 'off' });
  await app.start();
}, 60_000);

afterAll(async () => {
  await app.stop();
});

test('no kill loses an acknowledged order, doubles one, or prints a line twice', { timeout: 180_000 }, async () => {
  const till = await openTill();
  const load = startLoad(till);
  for (let kill = 0; kill < KILLS; kill++) {
    await load.acknowledged((kill + 1) * ACKNOWLEDGED_BETWEEN_KILLS);
    if (ONLY_POSTGRES.has(kill)) {
      app.killPostgres();
      continue;
    }
    load.pause();
    if (WITH_POSTGRES.has(kill)) app.killPostgres();
    await app.kill();
    await app.start();
    load.resume();
  }
  await load.acknowledged((KILLS + 1) * ACKNOWLEDGED_BETWEEN_KILLS);
  await load.finish();

  const sendAgain = async ([external_id, answered]: [string, Set<number>]): Promise<void> => {
    // However often it was sent, before and after whatever kill, it is one order.
    expect(answered.size, external_id).toBe(1);
    const again = await till.place(external_id);
    expect(again.body.order_id).toBe([...answered][0]);
  };
  await Promise.all([...load.answers].map(sendAgain));

  expect(await app.stop()).toBe(0);
  await inspectLog([...load.answers.keys()]);
});

interface Till {
  place(external_id: string): ReturnType<HttpClient['post']>;
  /** By our own client, which repeats until it has the order. */
  placeByClient(external_id: string): Promise<{ readonly order_id: number }>;
  accept(order_id: number): ReturnType<HttpClient['post']>;
}

/** A partner whose orders go to the kitchen at once, and the till that accepts them: both may print, one of them does. */
const openTill = async (): Promise<Till> => {
  const login = async (api_key: string): Promise<HttpClient> => {
    const { body } = await createClient(app.url).post('/v1/auth/token', { api_key });
    return createClient(app.url, body.access_token);
  };
  const till = await login('demo-venue-key');
  const { body: issued } = await till.post('/venue/v1/commands/IssueKey', {
    command_id: randomUUID(),
    audience: 'partner',
    name: 'kiosk',
    auto_confirm: true,
  });
  const kiosk = await login(issued.result.api_key);
  const demo = await login('demo-partner-key');
  const point_id = (await demo.get('/v1/points')).body.points[0].id;
  const menu_id = (await demo.get('/v1/menus')).body.menus[0].id;
  const { products } = (await demo.get(`/v1/menus/${menu_id}?point_id=${point_id}`)).body;
  // One there are enough of, whatever the demo's stop-list says.
  const plain = products.find((it: Sold) => {
    return it.is_available && it.available_quantity === null && it.modifier_groups.every((group) => !group.required);
  });
  const { payment_types } = (await demo.get(`/v1/payment-types?point_id=${point_id}`)).body;
  const cash = payment_types.find((it: { category_id: number }) => it.category_id === 1).id;
  const body = {
    point_id,
    order_type_id: 2,
    payment_type_id: cash,
    client: { phone: '+998901234567' },
    items: [
      { product_id: plain.product_id, quantity: 1 },
      { product_id: plain.product_id, quantity: 2 },
    ],
  };
  const { orders } = createTillstream({
    baseUrl: app.url,
    apiKey: issued.result.api_key,
    maxAttempts: Number.POSITIVE_INFINITY,
    wait: () => delay(PAUSE_MS),
  });
  return {
    placeByClient: (external_id) => orders.place({ ...body, external_id }),
    place: (external_id) => kiosk.post('/v1/orders', { ...body, external_id }),
    accept: (order_id) => till.post('/venue/v1/commands/AcceptOrder', { command_id: randomUUID(), order_id }),
  };
};

/** Clients that place orders one after another, and send again what was not acknowledged, until it is. */
const startLoad = (till: Till) => {
  const answers = new Map<string, Set<number>>();
  let acknowledgements = 0;
  let finished = false;
  let open = Promise.withResolvers<void>();
  open.resolve();
  let heard = Promise.withResolvers<void>();

  const placeUntilAcknowledged = async (external_id: string): Promise<void> => {
    for (;;) {
      await open.promise;
      try {
        const answer = await till.place(external_id);
        // Anything but an order or "try again" is a fault of its own.
        if (answer.status === 503) {
          await delay(PAUSE_MS);
          continue;
        }
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        answers.set(external_id, (answers.get(external_id) ?? new Set()).add(answer.body.order_id));
        acknowledgements += 1;
        heard.resolve();
        heard = Promise.withResolvers<void>();
        const accepted = await till.accept(answer.body.order_id);
        expect([200, 503]).toContain(accepted.status);
        return;
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        // Let the kill take effect before trying again.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  };

  /** Knows of no kill: it only waits for its order. */
  const placeByClient = async (external_id: string): Promise<void> => {
    const { order_id } = await till.placeByClient(external_id);
    answers.set(external_id, new Set([order_id]));
    await placeUntilAcknowledged(external_id);
  };

  const client = async (name: number): Promise<void> => {
    const place = name % 4 === 0 ? placeByClient : placeUntilAcknowledged;
    for (let order = 0; !finished; order++) await place(`client-${name}-order-${order}`);
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)));

  return {
    answers,
    acknowledged: async (count: number): Promise<void> => {
      while (acknowledgements < count) await Promise.race([heard.promise, clients]);
    },
    pause: () => {
      open = Promise.withResolvers<void>();
    },
    resume: () => open.resolve(),
    finish: async (): Promise<void> => {
      finished = true;
      await clients;
    },
  };
};

/** With the app stopped, straight from the log: what must hold whatever was killed when. */
const inspectLog = async (externalIds: readonly string[]): Promise<void> => {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const pool = createPool(postgres.url);
  const log = await openEvents({
    pool,
    databaseUrl: postgres.url,
    eventStoreUrl: await eventStoreOf(dataDir),
    personalDataKey: await keepSecret(dataDir, 'personal-data-key'),
  });
  const { store } = log;
  try {
    const placed = await recorded(store, { types: ['OrderPlaced'] });
    const orders = placed.map(({ data }) => (data as { external_id: string }).external_id);
    expect(orders.toSorted()).toEqual(externalIds.toSorted());

    const printed = await recorded(store, { types: ['KitchenTicketPrinted'] });
    const lines = printed.flatMap(({ data }) => (data as { line_ids: string[] }).line_ids);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).toHaveLength(externalIds.length * 2);

    const reports = await rebuild(
      { store, url: postgres.url, projections: allProjections },
      allProjections.map((it) => it.name),
    );
    const tables = reports.flatMap(({ tables: compared }) => compared);
    expect(tables.filter((table) => !table.equal)).toEqual([]);
    expect(tables.find(({ table }) => table === 'orders')?.newRows).toBe(externalIds.length);
  } finally {
    await log.close();
    await pool.end();
    await postgres.stop();
  }
};
