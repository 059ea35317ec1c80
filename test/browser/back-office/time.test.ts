import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../../support/venue.ts';
import { card, go, personAt, SOON } from './people.ts';

let app: TestApp;
let venue: TestVenue;
beforeAll(async () => {
  // The point has been there for some days.
  let ago = 3 * 86_400_000;
  app = await sharedApp({ clock: () => Date.now() - ago });
  venue = await createVenue(app, { name: 'Of yesterday' });
  ago = 0;
  await command(venue.till, 'OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id });
});
afterAll(() => app.stop());

/** What the page Now shows of its orders, but for ages and buttons: they differ between now and then. */
const shown = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const lanes = [...document.querySelectorAll('section[aria-label]')].filter((lane) => lane.querySelector(':scope > h2'));
    const lines = lanes.flatMap((lane) =>
      [...lane.querySelectorAll('article')].map((article) => {
        const dishes = [...article.querySelectorAll('p')].map((it) => it.textContent).join(' ');
        return lane.getAttribute('aria-label') + ': ' + article.getAttribute('aria-label') + ': ' + dishes;
      }),
    );
    const stopped = [...document.querySelectorAll('[role=group][aria-label=Stopped]')].map((it) => it.textContent);
    return [...lines.sort(), ...stopped];
  })()`);

test('the page shows at five instants of the past what it showed live at those instants', async () => {
  const { till, partner, point_id, products } = venue;
  const page = await personAt(app, venue.brand_id, 'owner');
  const recorded: { at: string; screen: string[] }[] = [];
  let first = 0;
  const happen: (() => Promise<unknown>)[] = [
    async () => {
      first = (await partner.post('/v1/orders', orderBody(venue))).body.order_id;
    },
    () => command(till, 'AcceptOrder', { order_id: first }),
    () => command(till, 'SetStopList', { point_id, entries: [{ product_id: products.kazy, quantity: 0 }] }),
    async () => {
      const items = [{ product_id: products.tea, quantity: 2 }];
      await command(till, 'OpenCheque', { point_id, order_type_id: 1, items });
    },
    () => command(till, 'DeleteCheque', { order_id: first }),
  ];
  for (const [index, act] of happen.entries()) {
    await act();
    const before = recorded.at(-1)?.screen ?? [];
    await expect.poll(() => shown(page), { ...SOON, message: `step ${index}` }).not.toEqual(before);
    recorded.push({ at: new Date().toISOString(), screen: await shown(page) });
  }

  for (const { at, screen } of recorded.reverse()) {
    await go(page, `/now?at=${encodeURIComponent(at)}`);
    await page.getByText('You look at the past').waitFor();
    await expect.poll(() => shown(page), { ...SOON, message: at }).toEqual(screen);
    expect(await page.getByRole('button', { name: /^(Accept|Cook|Pack|Pay)$/ }).count()).toBe(0);
  }
});

test('the slider is moved by keyboard and pointer, stands in the address, and leads back to now', async () => {
  const page = await personAt(app, venue.brand_id, 'auditor');
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  const slider = page.getByRole('slider', { name: 'Time' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/[?&]at=/);
  const before = Date.parse(new URL(page.url()).searchParams.get('at')!);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => before - Date.parse(new URL(page.url()).searchParams.get('at')!), SOON).toBe(15 * 60_000);
  const box = (await slider.boundingBox())!;
  await page.mouse.click(box.x + 2, box.y + 10);
  // The first minutes of the day, by the clock of the venue.
  await expect.poll(() => slider.getAttribute('aria-valuetext'), SOON).toMatch(/, 00:0\d$/);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await page.waitForURL((url) => !url.searchParams.has('at'));
});

test('steps go from event to event, and what was told late is not in what was known then', async () => {
  const { till, point_id, products } = venue;
  const items = [{ product_id: products.tea, quantity: 1 }];
  const early = new Date().toISOString();
  const page = await personAt(app, venue.brand_id, 'owner');
  // The till tells of it when the page has been open for a while.
  const late = (await command(till, 'OpenCheque', { point_id, order_type_id: 1, items, occurred_at: early })).order_id;
  await go(page, `/now?at=${encodeURIComponent(early)}`);
  await card(page, late).waitFor();
  await page.getByText('As we knew it then').click();
  await page.waitForURL(/[?&]at=%?2?2?\d+/);
  await card(page, late).waitFor({ state: 'detached' });
  await page.getByText('As it happened').click();
  await card(page, late).waitFor();

  await page.getByRole('button', { name: 'The event before' }).click();
  await card(page, late).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'The next event' }).click();
  await card(page, late).waitFor();
});

test('the past plays as a film, and stops at now', async () => {
  const page = await personAt(app, venue.brand_id, 'owner');
  const from = Date.now() - 20 * 60_000;
  await go(page, `/now?at=${encodeURIComponent(new Date(from).toISOString())}`);
  await page.getByRole('combobox', { name: 'Speed' }).click();
  await page.getByRole('option', { name: '× 600' }).click();
  await page.getByRole('button', { name: 'Play' }).click();
  await expect
    .poll(() => Date.parse(new URL(page.url()).searchParams.get('at') ?? '') - from, SOON)
    .toBeGreaterThan(60_000);
  await page.waitForURL((url) => !url.searchParams.has('at'));
  await page.getByRole('button', { name: 'Play' }).waitFor();
});

test('a cashier has no slider, and sees nothing of the past by its address', async () => {
  const page = await personAt(app, venue.brand_id, 'cashier', '/now', { mayLog: /status of 403/ });
  expect(await page.getByRole('button', { name: 'Time', exact: true }).count()).toBe(0);
  await page.goto(`${app.url}/back-office/now?at=2026-03-01T10:00:00Z`);
  await page.getByRole('alert').waitFor();
});
