// A database of its own: the demo brand is made once in a database.

import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { PICTURES } from '../../src/demo/pictures/pictures.ts';
import { seedDemoBrand } from '../../src/demo/run-demo.ts';
import { type DemoTill, startDemoTill } from '../../src/demo/till/demo-till.ts';
import { OPEN_STATUSES, type Pace } from '../../src/demo/till/next-step.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { openPage } from './support/chromium.ts';
import { type DemoShop, startDemoShop } from './support/demo-shop.ts';
import { faultsOf } from './support/looks.ts';

const SHOP = fileURLToPath(new URL('../../examples/storefront/', import.meta.url));
const WIDE = { viewport: { width: 1440, height: 900 } };
const NARROW = { viewport: { width: 360, height: 740 } };
const RUSSIAN = { locale: 'ru-RU' };
const REFUSED = /status of 4\d\d/;

const log = pino({ level: 'silent' });
const pace = Object.fromEntries(OPEN_STATUSES.map((status) => [status, 20])) as Pace;
let app: TestApp;
let till: DemoTill;
let shop: DemoShop;
let partner: HttpClient;

beforeAll(async () => {
  app = await startTestApp({ pictures: PICTURES });
  const staff = await seedDemoBrand(app.tillstream, log, app.url);
  till = startDemoTill({ baseUrl: app.url, apiKey: DEMO_KEYS.venue, staff, pace, log });
  [shop, partner] = await Promise.all([startDemoShop(app.url), app.client(DEMO_KEYS.partner)]);
});
afterAll(async () => {
  shop.stop();
  await till.stop();
  await app.stop();
});

const open = async (options: Parameters<typeof openPage>[1]): Promise<Page> => {
  const page = await openPage(shop.url, { ...RUSSIAN, ...options });
  page.setDefaultTimeout(20_000);
  await page.locator('.card').first().waitFor();
  return page;
};

const signIn = async (page: Page, phone: string): Promise<void> => {
  await page.getByLabel('Имя').fill('Азиза');
  await page.getByLabel('Телефон').fill(phone);
  await page.getByRole('button', { name: 'Получить код' }).click();
  const text = await page.locator('.text-message').textContent();
  await page.getByLabel('Код из SMS').fill(/\d{6}/.exec(text ?? '')![0]);
  await page.locator('#guest button[type=submit]').click();
};

/** The order or the table that the page follows, when it shows that text. */
const tracked = (page: Page, text: string) => page.locator('.track', { hasText: text }).waitFor();

test('a guest of the shop takes a dish with choices, proves a phone, orders, and sees the till work', async () => {
  const page = await open(WIDE);
  await page.getByRole('button', { name: 'Выбрать: Плов Чайханский' }).click();
  await page.getByLabel('Большая порция').check();
  await page.getByRole('button', { name: 'Больше: Казы' }).click();
  // 48 000 and 16 000 for the portion and 18 000 for the sausage.
  await page.getByRole('button', { name: 'В корзину · 82 000 сум' }).click();
  await page.getByRole('button', { name: 'Больше: Плов Чайханский' }).click();
  await page.getByRole('button', { name: 'Заказать · 164 000 сум' }).click();
  await signIn(page, '+998 90 111 22 33');
  await tracked(page, 'Готово. Приятного аппетита!');

  const number = /\d+/.exec((await page.locator('.track h3').textContent())!)![0];
  const { body } = await partner.get(`/v1/orders/${number}`);
  expect(body).toMatchObject({
    status: 'CLOSED',
    total_amount: 164_000,
    client: { phone: '+998901112233', name: 'Азиза' },
  });
  expect(body.items).toMatchObject([{ quantity: 2, modifiers: [{ name: 'Большая порция' }, { name: 'Казы' }] }]);
  // Whoever comes back is still signed in, and sees it again.
  await page.reload();
  await tracked(page, `Заказ № ${number}`);
});

test('a guest on a phone has a delivery from the restaurant that delivers there, at its prices', async () => {
  const page = await open({ ...NARROW, colorScheme: 'dark', mayLog: REFUSED });
  await page.getByRole('button', { name: 'Выбрать: Шурпа' }).click();
  await page.getByRole('button', { name: 'В корзину · 39 000 сум' }).click();
  await page.getByRole('button', { name: 'Корзина 1' }).click();
  await page.getByLabel('Доставка').check();
  await page.locator('#cart [role=alert]', { hasText: '50' }).waitFor();
  await page.getByLabel('Куда привезти').selectOption('Аэропорт Самарканда');
  await page.locator('.hint', { hasText: /\S/ }).waitFor();
  expect(await page.locator('#cart button.main').isDisabled()).toBe(true);

  await page.getByLabel('Куда привезти').selectOption('Чиланзар, 9-й квартал');
  await page.locator('#where', { hasText: 'Сюда везёт' }).waitFor();
  await page.getByRole('button', { name: 'Больше: Шурпа' }).click();
  await page.getByLabel('Оплата').selectOption('Оплата онлайн');
  await page.getByRole('button', { name: 'Заказать · 72 000 сум' }).click();
  await signIn(page, '901112244');
  await tracked(page, 'Готово. Приятного аппетита!');
  expect(await page.locator('.steps li').allTextContents()).toEqual(['Принят', 'Готовим', 'Готов', 'В пути', 'Вручён']);
});

test('a guest of the shop books a table for tomorrow', async () => {
  const page = await open(NARROW);
  await page.locator('#book').click();
  await page.getByLabel('19:00').check();
  await page.getByRole('button', { name: 'Забронировать' }).click();
  await signIn(page, '901112255');
  await tracked(page, 'Стол за вами');
});

test('the shop keeps its key, and tells a guest nothing of another one', async () => {
  const page = await readdir(new URL('page/', `file://${SHOP}`));
  for (const name of page) expect(await readFile(`${SHOP}page/${name}`, 'utf8')).not.toContain('demo-');
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${shop.url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const guest = async (phone: string): Promise<string> => {
    const { text } = (await (await post('code', { phone })).json()) as { text: string };
    const signed = await post('sign-in', { phone, otp: /\d{6}/.exec(text)![0] });
    expect(signed.headers.get('set-cookie')).toMatch(/^guest=[\w-]{36}; Path=\/; HttpOnly; SameSite=Strict$/);
    return signed.headers.get('set-cookie')!.split(';')[0]!;
  };
  const [first, second] = [await guest('901112266'), await guest('901112277')];
  const { points } = (await (await post('start', {})).json()) as { points: { id: string }[] };
  const menu = (await (await post('menu', { point_id: points[0]!.id })).json()) as {
    payments: { id: number }[];
    products: { product_id: number; name: string }[];
  };
  const samsa = menu.products.find(({ name }) => name === 'Самса с тыквой')!;
  const id = randomUUID();
  const cart = {
    id,
    point_id: points[0]!.id,
    order_type_id: 2,
    payment_type_id: menu.payments[0]!.id,
    items: [{ product_id: samsa.product_id, quantity: 1 }],
  };
  const numberOf = async (cookie: string, body: object = cart) =>
    ((await (await post('order', body, cookie)).json()) as { order_id: number }).order_id;
  const order = await numberOf(first);
  // The same click again, also one that says whose order it is.
  expect(await numberOf(first, { ...cart, client: { phone: '900000000' } })).toBe(order);
  expect(await numberOf(second)).not.toBe(order);
  expect((await post('order', cart)).status).toBe(409);
  expect((await fetch(`${shop.url}/api/events`)).status).toBe(409);

  const stopping = new AbortController();
  const { signal } = stopping;
  const told = (await fetch(`${shop.url}/api/events`, { headers: { cookie: second }, signal })).body!;
  let read = '';
  for await (const piece of told.pipeThrough(new TextDecoderStream())) {
    read += piece;
    if (read.includes('"status":"CLOSED"')) break;
  }
  stopping.abort();
  expect(read).not.toContain(`"order_id":${order},`);
});

/** Of what the page shows, in both: they have other colours, and the page that was loaded takes them at once. */
const faultsInBoth = async (page: Page): Promise<object> => {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await faultsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return { light, dark: await faultsOf(page) };
};
const NONE = { light: [], dark: [] };

test.each([
  ['on a phone', NARROW],
  ['on a large screen', WIDE],
] as const)('everybody can see, read and use the shop %s, in light and in the dark', async (_, options) => {
  const page = await open({ ...options, mayLog: REFUSED });
  expect(await faultsInBoth(page)).toEqual(NONE);
  await page.getByRole('button', { name: 'Выбрать: Стейк' }).click();
  expect(await faultsInBoth(page)).toEqual(NONE);
  await page.locator('#dish button.main').click();
  if (options === NARROW) await page.locator('#open-cart').click();
  await page.getByLabel('Доставка').check();
  expect(await faultsInBoth(page)).toEqual(NONE);
});

test('every dish of the shop has its picture, which comes through the shop', async () => {
  const page = await open({ ...WIDE, locale: 'en-US' });
  await page.getByRole('button', { name: 'Choose: Плов Чайханский' }).waitFor();
  const widths = await page.evaluate<number[]>(WIDTHS_OF_PICTURES);
  expect(widths.length).toBeGreaterThan(40);
  expect(widths.length).toBe(await page.locator('.card').count());
  expect(new Set(widths)).toEqual(new Set([320]));
  // Pages of others may show them, too.
  const picture = await fetch(`${app.url}/demo/pictures/non.svg`);
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect((await fetch(`${app.url}/demo/pictures/none.svg`)).status).toBe(404);
  expect((await fetch(picture.url, { method: 'POST' })).status).toBe(405);
  expect(await page.locator('.no-picture').count()).toBe(0);
});

/** Runs in the page. */
const WIDTHS_OF_PICTURES = `(async () => {
  const pictures = [...document.querySelectorAll('.card img')];
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.all(pictures.map((picture) => picture.decode()));
  return pictures.map((picture) => picture.naturalWidth);
})()`;
