// A database of its own: the demo brand is made once in a database.

import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { seedDemoBrand } from '../../src/demo/run-demo.ts';
import { type DemoTill, startDemoTill } from '../../src/demo/till/demo-till.ts';
import { OPEN_STATUSES, type Pace } from '../../src/demo/till/next-step.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';

/** Milliseconds in each status: the till's real haste is nobody's to wait for. */
const pace = Object.fromEntries(OPEN_STATUSES.map((status) => [status, 20])) as Pace;
const log = pino({ level: 'silent' });

/** Two apps share it. */
let database: TestDatabase;
let app: TestApp;
let till: DemoTill;
let partner: HttpClient;
let points: { id: string; short_name: string }[];

beforeAll(async () => {
  database = await createAppDatabase();
  app = await startTestApp({ database, outboundAllowPrivate: true });
  const staff = await seedDemoBrand(app.tillstream, log);
  till = startDemoTill({ baseUrl: app.url, apiKey: DEMO_KEYS.venue, staff, pace, log });
  partner = await app.client(DEMO_KEYS.partner);
  points = (await partner.get('/v1/points')).body.points;
});

afterAll(async () => {
  await till.stop();
  await app.stop();
  await database.drop();
});

const pointNamed = (name: string): string => points.find((point) => point.short_name === name)?.id ?? '';

const menuOf = async (point: string) => {
  const [{ id }] = (await partner.get('/v1/menus')).body.menus;
  return (await partner.get(`/v1/menus/${id}?point_id=${pointNamed(point)}`)).body;
};

interface MenuProduct {
  product_id: number;
  name: string;
  price: number;
  description: string | null;
  is_available: boolean;
  modifier_groups: { required: boolean; items: { product_id: number }[] }[];
}

const productNamed = (menu: { products: MenuProduct[] }, name: string) =>
  menu.products.find((product) => product.name === name);

it('the demo brand is closed to its published keys where they are refused, also to tokens that were issued before', async () => {
  const live = await startTestApp({ database, refusedApiKeys: Object.values(DEMO_KEYS) });
  onTestFinished(() => live.stop());
  const before = createClient(live.url, partner.token);
  expect(await before.get('/v1/points')).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
  for (const api_key of Object.values(DEMO_KEYS)) {
    const answer = await live.anonymous.post('/v1/auth/token', { api_key });
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
  }
  expect((await partner.get('/v1/points')).status).toBe(200);
});

it('the lines of the README lead from a key to an order, a delivery and its history', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, pages] = /^## An order in two minutes$(.*)^## Where to go from here$/ms.exec(readme)!;
  const blocks = [...pages!.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
  // Nobody watches the till for half a minute here.
  const script = blocks
    .join('\n')
    .replace('http://127.0.0.1:8080', app.url)
    .replaceAll(/; sleep \d+/g, '');
  const { stdout, stderr } = await promisify(execFile)('sh', [
    '-c',
    script.replaceAll(/for poll in [\d ]+;/g, 'for poll in 1;'),
  ]);
  expect(stderr).toBe('');
  expect(stdout).not.toMatch(/undefined|NaN/);
  expect(stdout).toMatch(/^(AWAITING_PAYMENT|PREORDER) {2}\d+ {2}for \d{4}-\d\d-\d\d 19:00:00$/m);
  expect(stdout).toMatch(/ {2}OrderPlaced {2}/);
});

describe('the demo brand over the partner API', () => {
  it('the demo brand has two points whose tills are open', async () => {
    expect(points).toHaveLength(2);
    for (const { id } of points) {
      await vi.waitFor(async () => expect((await partner.get(`/v1/points/${id}/is-alive`)).body.is_alive).toBe(true));
    }
  });

  it('the demo brand has a menu of at least 40 products, in sections, with modifier groups', async () => {
    const menu = await menuOf('Амир Темур');
    expect(menu.products.length).toBeGreaterThanOrEqual(40);
    expect(menu.categories).toHaveLength(10);
    expect(menu.products.filter((it: MenuProduct) => it.modifier_groups.length > 0).length).toBeGreaterThan(30);
    expect(productNamed(menu, 'Плов Чайханский')?.description).toMatch(/казан/);
  });

  it('the demo brand sells differently at its two points', async () => {
    const [center, suburb] = [await menuOf('Амир Темур'), await menuOf('Чиланзар')];
    expect(productNamed(center, 'Плов Чайханский')?.price).toBe(48_000);
    expect(productNamed(suburb, 'Плов Чайханский')?.price).toBe(44_000);
    expect(productNamed(center, 'Стейк из говяжьей вырезки')).toBeDefined();
    expect(productNamed(suburb, 'Стейк из говяжьей вырезки')).toBeUndefined();
    expect(productNamed(suburb, 'Бизнес-ланч')).toBeUndefined();
    expect(productNamed(center, 'Нишалда')?.is_available).toBe(false);
    expect(productNamed(suburb, 'Нишалда')?.is_available).toBe(true);
  });

  it('the demo brand’s menu can be ordered from in every section, whatever the required modifiers', async () => {
    const menu = await menuOf('Амир Темур');
    for (const { product_id, name, modifier_groups, is_available } of menu.products as MenuProduct[]) {
      if (!is_available) continue;
      const required = modifier_groups.filter((group) => group.required);
      const modifiers = required.map(({ items: [item] }) => ({ product_id: item?.product_id, quantity: 1 }));
      const body = { point_id: pointNamed('Амир Темур'), items: [{ product_id, quantity: 1, modifiers }] };
      expect((await partner.post('/v1/orders/calculate', body)).status, name).toBe(200);
    }
  });

  it('the demo till takes an order paid online forward, as if the guest had paid', async () => {
    const point_id = pointNamed('Чиланзар');
    const coffee = productNamed(await menuOf('Чиланзар'), 'Капучино');
    const types = (await partner.get(`/v1/payment-types?point_id=${point_id}`)).body.payment_types;
    const online = types.find((type: { name: string }) => type.name === 'Оплата онлайн');
    const placed = await partner.post('/v1/orders', {
      point_id,
      order_type_id: 2,
      payment_type_id: online.id,
      client: { phone: '+998901234567' },
      items: [{ product_id: coffee?.product_id, quantity: 1 }],
    });
    expect(placed.body.status).toBe('AWAITING_PAYMENT');
    const status = async () => (await partner.get(`/v1/orders/${placed.body.order_id}`)).body.status;
    await vi.waitFor(async () => expect(await status()).toBe('CLOSED'), { timeout: 15_000, interval: 20 });
  });

  it('the demo brand delivers to zones, the near ones on top of the wide', async () => {
    const at = async (latitude: number, longitude: number) => {
      const { body } = await partner.post('/v1/delivery/check', { latitude, longitude });
      return [body.delivery?.zone_name, body.point_name];
    };
    const [centre, suburb] = ['Олтин Чинор на Амира Темура', 'Олтин Чинор на Чиланзаре'];
    expect(await at(41.3058, 69.2818)).toEqual(['Центр', centre]);
    expect(await at(41.345, 69.29)).toEqual(['Юнусабад и Мирзо-Улугбек', centre]);
    expect(await at(41.2856, 69.2039)).toEqual(['Чиланзар', suburb]);
    expect(await at(41.24, 69.21)).toEqual(['Учтепа и Сергели', suburb]);
    expect(await at(41.42, 69.1)).toEqual([undefined, null]);
  });

  it('the demo till takes a delivery to the closed cheque', async () => {
    const point_id = pointNamed('Чиланзар');
    const coffee = productNamed(await menuOf('Чиланзар'), 'Капучино');
    const types = (await partner.get(`/v1/payment-types?point_id=${point_id}`)).body.payment_types;
    const placed = await partner.post('/v1/orders', {
      point_id,
      order_type_id: 3,
      payment_type_id: types[0].id,
      external_id: randomUUID(),
      client: { phone: '+998901234567' },
      address: { street: 'ул. Катартал, 12', latitude: 41.2831, longitude: 69.2107 },
      items: [{ product_id: coffee?.product_id, quantity: 4 }],
    });
    const { order_id } = placed.body;
    const status = async () => (await partner.get(`/v1/orders/${order_id}`)).body.status;
    await vi.waitFor(async () => expect(await status()).toBe('CLOSED'), { timeout: 15_000, interval: 20 });

    const auditor = await app.client(DEMO_KEYS.auditor);
    const { events } = (await auditor.get(`/audit/v1/orders/${order_id}/history`)).body;
    expect(events.map((event: { type: string }) => event.type)).toEqual([
      'OrderPlaced',
      'OrderAccepted',
      'KitchenTicketPrinted',
      'CookingStarted',
      'OrderPacked',
      'OrderHandedToCourier',
      'OrderDelivered',
      'ChequeClosed',
    ]);
  });

  it('the demo venue confirms a request for a banquet, and its guests are seated and leave again', async () => {
    const [point] = points;
    const date = Temporal.Now.plainDateISO('Asia/Tashkent').add({ days: 2 }).toString();
    const asked = await partner.post('/v1/reservations', {
      point_id: point?.id,
      external_id: randomUUID(),
      date,
      start_time: '19:00',
      guests: 60,
      type: 'banquet',
      guest: { phone: '+998901234567', name: 'Азиза' },
    });
    expect(asked).toMatchObject({ status: 201, body: { status: 'pending' } });
    const reservation_id = asked.body.id;
    const becomes = (status: string) =>
      vi.waitFor(
        async () => expect((await partner.get(`/v1/reservations/${reservation_id}`)).body.status).toBe(status),
        { timeout: 15_000, interval: 50 },
      );
    await becomes('created');
    const venue = await app.client(DEMO_KEYS.venue);
    const { tables } = (await venue.get(`/venue/v1/tables?point_id=${point?.id}`)).body;
    const free = tables.find((table: { seated: unknown; next_reservation: unknown }) => {
      return table.seated === null && table.next_reservation === null;
    });
    const seat = { command_id: randomUUID(), reservation_id, table_id: free.id };
    expect((await venue.post('/venue/v1/commands/SeatReservation', seat)).status).toBe(200);
    await becomes('closed');
  }, 30_000);
});

/** Runs a program beside the demo until it has printed all of that, then interrupts it as a person does. */
const runUntil = async (program: string, ...expected: readonly string[]): Promise<void> => {
  const child = spawn(process.execPath, [program, app.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill());
  let printed = '';
  for await (const piece of child.stdout) {
    printed += piece;
    if (expected.every((text) => printed.includes(text))) break;
  }
  child.kill('SIGINT');
  await ended;
  for (const text of expected) expect(printed).toContain(text);
};

describe('programs beside the demo brand', () => {
  it('the demo’s receiver of webhooks verifies a ping and a reservation', async () => {
    await runUntil('src/demo/webhook-receiver.ts', 'verified ping ', 'verified reservation.created ');
  });

  it('the demo’s points service hears of the order of a guest, up to its points', async () => {
    await runUntil('src/demo/loyalty.ts', 'verified ping ', 'The guest has ordered', 'verified commit ');
  });
});
