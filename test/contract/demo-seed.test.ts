// A database of its own: the demo brand is made once in a database.

import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashApiKey } from '../../src/api/http/api-keys.ts';
import { PLATFORM_KEY } from '../../src/api/key-directory.ts';
import { commandsWith } from '../../src/commands/all-commands.ts';
import { createCommandBus } from '../../src/commands/bus/command-bus.ts';
import { createIdentities } from '../../src/commands/claims/identities.ts';
import { createCommandHandler } from '../../src/commands/loop/handle.ts';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { BOOKINGS } from '../../src/demo/brand/bookings.ts';
import { executeThroughBus } from '../../src/demo/bus-executor.ts';
import { type DemoBrand, type SeedOptions, seedDemo } from '../../src/demo/seed.ts';
import type { Execute } from '../../src/demo/steps.ts';
import type { EventStore } from '../../src/event-store/event-store.ts';
import type { Events } from '../../src/wiring/open-events.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTestEvents } from '../support/events.ts';
import { noNeeds } from '../support/no-needs.ts';

let database: TestDatabase;
let log: Events;
let store: EventStore;

const open = async () => {
  database = await createTestDatabase();
  log = await openTestEvents(database);
  ({ store } = log);
};

const close = async () => {
  await log.close();
  await database.drop();
};

/** Each call is a process of its own, with nothing in memory but the log. */
const startProcess = (pool: pg.Pool): Execute => {
  const handler = createCommandHandler(store, pool);
  const identities = createIdentities(pool);
  return executeThroughBus(
    (secrets) =>
      createCommandBus({
        definitions: commandsWith({
          ...noNeeds(pool),
          delivery: { pointOfZone: async () => 'the point of the zone' },
          keys: {
            secrets,
            maxRequestsPerMinute: Number.POSITIVE_INFINITY,
            beginWait: () => {},
            lease: { changed: async () => {} },
            noteIssued: async () => {},
          },
        }),
        handler,
        identities,
        clock: Date.now,
      }),
    hashApiKey,
  );
};

/** The same for all seedings: another day has other bookings. */
const now = Date.now();

const seed = (execute: Execute, options: Partial<SeedOptions> = {}) =>
  seedDemo({ execute, platform: PLATFORM_KEY, keyExists: async () => false, log: { info: () => {} }, now, ...options });

const readLog = () => store.readAll(0, 10_000);

/** How often each kind of event is there. */
const countTypes = async (): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { type } of await readLog()) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

const ofType = async (type: string) => (await readLog()).filter((event) => event.type === type).map((it) => it.data);

/** How often each kind of event is there after a seeding that nothing disturbed. */
let whole: Record<string, number>;

let brand: DemoBrand;

beforeAll(async () => {
  await open();
  brand = await seed(startProcess(database.pool));
  whole = await countTypes();
});
afterAll(close);

describe('the demo brand', () => {
  it('the demo brand is made by commands, whole', async () => {
    const { brand_id, staff } = brand;
    expect(await ofType('BrandCreated')).toMatchObject([{ brand_id, currency: 'UZS', language: 'ru' }]);
    const points = (await ofType('PointDefined')) as { point_id: string; timezone: string }[];
    expect(points).toHaveLength(2);
    expect(points.every(({ timezone }) => timezone === 'Asia/Tashkent')).toBe(true);
    expect(staff.map((staff) => staff.point_id)).toEqual(points.map((point) => point.point_id));
    const keys = (await ofType('KeyIssued')) as { audience: string; key_hash: string; brand_id: string }[];
    expect(Object.fromEntries(keys.map(({ audience, key_hash }) => [audience, key_hash]))).toEqual({
      partner: hashApiKey(DEMO_KEYS.partner),
      venue: hashApiKey(DEMO_KEYS.venue),
      auditor: hashApiKey(DEMO_KEYS.auditor),
    });
  });

  it('the demo brand has a menu of at least 40 products in the showcase of its partner key', async () => {
    const [showcase] = (await ofType('ShowcasePublished')) as { menu_id: number; products: { product_id: number }[] }[];
    expect(showcase?.products.length).toBeGreaterThanOrEqual(40);
    const keys = (await ofType('KeyIssued')) as { audience: string; showcase_ids: number[] }[];
    expect(keys.find((key) => key.audience === 'partner')?.showcase_ids).toEqual([showcase?.menu_id]);
  });

  it('the demo brand has lists whose ids follow their order: cash is the first payment type, table 1 the first table', async () => {
    const types = (await ofType('PaymentTypeDefined')) as { payment_type_id: number; category_id: number }[];
    types.sort((first, second) => first.payment_type_id - second.payment_type_id);
    expect(types.map((type) => type.category_id)).toEqual([1, 2, 2, 4, 5, 6, 6]);
    const tables = (await ofType('TableDefined')) as { table_id: number; hall_id: number; name: string }[];
    const inHall = tables.filter(({ hall_id }) => hall_id === Math.min(...tables.map((table) => table.hall_id)));
    inHall.sort((first, second) => first.table_id - second.table_id);
    expect(inHall.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `Стол ${number}`));
  });

  it('the demo brand has tables booked at both points, for what is left of the day and for the next', async () => {
    const [today, tomorrow] = [0, 1].map((days) =>
      new Date(now + 5 * 3_600_000 + days * 24 * 3_600_000).toISOString().slice(0, 10),
    );
    const bookings = (await ofType('ReservationBooked')) as { date: string; point_id: string; starts_at: string }[];
    expect(bookings.filter(({ date }) => date === tomorrow)).toHaveLength(BOOKINGS.length);
    expect(bookings.filter(({ date }) => date !== tomorrow && date !== today)).toEqual([]);
    expect(bookings.filter(({ starts_at }) => Date.parse(starts_at) <= now)).toEqual([]);
    expect(new Set(bookings.map(({ point_id }) => point_id)).size).toBe(2);
  });

  it('the demo brand gives the till cashiers and couriers who work at its points', async () => {
    const hired = (await ofType('EmployeeHired')) as { employee_id: number; role: string; point_id: string }[];
    for (const { point_id, cashier_id, courier_id } of brand.staff) {
      expect(hired).toContainEqual(expect.objectContaining({ employee_id: cashier_id, role: 'cashier', point_id }));
      expect(hired).toContainEqual(expect.objectContaining({ employee_id: courier_id, role: 'courier', point_id }));
    }
  });
});

describe('seeding again', () => {
  it('a demo brand that is seeded again is not made twice', async () => {
    const before = await readLog();

    const execute = startProcess(database.pool);
    const statuses = new Set<string>();
    const second = await seed(async (...command) => {
      const answer = await execute(...command);
      statuses.add(answer.status);
      return answer;
    });

    expect(second).toEqual(brand);
    expect([...statuses]).toEqual(['duplicate']);
    expect(await readLog()).toEqual(before);
  });

  it('seeding again asks only for what the till needs, when the last key exists', async () => {
    const before = await readLog();
    const execute = startProcess(database.pool);
    const types = new Set<string>();
    const keyExists = async (apiKey: string) => apiKey === DEMO_KEYS.auditor;

    const again = await seed(
      (caller, type, ...rest) => {
        types.add(type);
        return execute(caller, type, ...rest);
      },
      { keyExists },
    );

    expect(again).toEqual(brand);
    expect([...types]).toEqual(['CreateBrand', 'IssueKey', 'DefinePoint', 'HireEmployee']);
    expect(await readLog()).toEqual(before);
  });

  it('a seeding that dies at command 1, 3, 40, 120 and 200 is gone on with by each next start, and completed', async () => {
    await close();
    await open();
    for (const last of [1, 3, 40, 120, 200]) {
      const dying = startProcess(database.pool);
      let commands = 0;
      const died = seed(async (...command) => {
        commands += 1;
        if (commands > last) throw new Error('died before');
        const answer = await dying(...command);
        // Carried out, but nobody lives to see the answer.
        if (commands >= last) throw new Error('died after');
        return answer;
      });
      await expect(died).rejects.toThrow(/^died/);
    }

    await seed(startProcess(database.pool));

    expect(await countTypes()).toEqual(whole);
  });
});
