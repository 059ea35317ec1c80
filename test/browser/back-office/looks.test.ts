import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../../back-office/src/words/language.ts';
import { command, type TestApp } from '../../support/app.ts';
import { createFloor, type TestFloor } from '../../support/floor.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { orderBody } from '../../support/venue.ts';
import { openPage } from '../support/chromium.ts';
import { go, personAt, SOON } from './people.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [360, 768, 1_440];

let app: TestApp;
let floor: TestFloor;
let orderId: number;
beforeAll(async () => {
  app = await sharedApp();
  floor = await createFloor(app);
  const { till, partner, point_id, cashier_id, tables, products } = floor;
  const items = [{ product_id: products.tea, quantity: 12, comment: 'Very hot, without sugar, for the whole family' }];
  await command(till, 'OpenShift', { point_id, cashier_id });
  await command(till, 'SetStopList', { point_id, entries: [{ product_id: products.kazy, quantity: 0 }] });
  await command(till, 'SeatWalkIn', { table_id: tables.four, guests: 3 });
  const opened = await command(till, 'OpenCheque', { point_id, order_type_id: 1, table_id: tables.four, items });
  await command(till, 'SendToKitchen', { order_id: opened.order_id });
  const sold = await command(till, 'OpenCheque', { point_id, order_type_id: 1, items });
  const payments = [{ payment_type_id: floor.cash, amount: 96_000 }];
  await command(till, 'CloseCheque', { order_id: sold.order_id, cashier_id, payments });
  const client = { phone: '+998901234567', name: 'Muhammadjon Abdurahmonov-Toshpo‘latov' };
  orderId = (await partner.post('/v1/orders', orderBody(floor, { client, comment: 'The second gate' }))).body.order_id;
});
afterAll(() => app.stop());

/** The page of the navigation's link, which a phone hides, or an order. */
const isThere = async (page: Page, path: string): Promise<void> => {
  const here = page.locator(`nav a[aria-current=page][href^="/back-office${path.split('?')[0]}"]`);
  await (path.startsWith('/orders') ? page.getByRole('table').first() : here).waitFor({ state: 'attached' });
  await page.locator('main h1').waitFor();
  await expect.poll(() => page.locator('.mantine-Loader-root').count(), SOON).toBe(0);
};

const paths = () => [
  '/now',
  '/kitchen',
  '/floor',
  '/sales?view=dishes',
  '/money',
  '/menu',
  '/staff',
  '/guests',
  '/integrations',
  '/audit',
  '/set-up',
  `/orders/${orderId}`,
];

/**
 * What axe finds, by all its rules or by some: nothing, or a fault that some people meet. Half a megabyte of it, so a page
 * takes it once.
 */
const found = async (page: Page, runOnly?: readonly string[]): Promise<string[]> => {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly });
  return page.evaluate(`
    axe.run(document, ${options}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`);
};

/** Words that do not fit: the page is wider than the window, or a button, a link or a heading is cut. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const all = [...document.querySelectorAll('button, a, h1, h2, label, th, [role=tab]')].filter((it) => it.checkVisibility());
    const isCut = (it) => it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 1 && getComputedStyle(it).overflowX !== 'visible';
    const inside = all.flatMap((it) => [it, ...it.querySelectorAll('span')]).filter((it) => it.textContent.trim() && isCut(it));
    // A guest's name and the point's name may be shortened: their whole is a click away.
    const wrong = inside.filter((it) => getComputedStyle(it).textOverflow !== 'ellipsis' || it.closest('button.mantine-Button-root'));
    const wide = document.documentElement.scrollWidth - innerWidth;
    // The frame is as high as the window, and its parts scroll.
    const high = document.documentElement.scrollHeight - innerHeight;
    return [...(wide > 0 ? ['page: ' + wide] : []), ...(high > 0 ? ['page, too high: ' + high] : []), ...new Set(wrong.map((it) => it.textContent.trim().slice(0, 60)))];
  })()`);

/**
 * What can be touched and is smaller than 44 pixels: itself, its label, or what it says of its own size in `::after`. Links inside of
 * a text are as their line is, and slots of a chart as narrow as it has many: a field beside it does the same.
 */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const touched = 'button, a[href], select, summary, input:not([type=hidden], [type=file]), [role=tab], [role=option], [role=button], [role=switch]';
    const sizeOf = (it) => {
      const boxes = [it, ...(it.labels ?? [])].flatMap((each) => {
        const { content, position, width, height } = getComputedStyle(each, '::after');
        const around = content !== 'none' && position === 'absolute' ? [{ width: parseFloat(width), height: parseFloat(height) }] : [];
        return [each.getBoundingClientRect(), ...around];
      });
      const field = it.closest('.mantine-Input-wrapper, [data-target]');
      if (field && it.matches('input')) boxes.push(field.getBoundingClientRect());
      return [Math.max(...boxes.map(({ width }) => width)), Math.max(...boxes.map(({ height }) => height))];
    };
    const isTouched = (it) => it.checkVisibility({ opacityProperty: false }) && it.getBoundingClientRect().width > 1 && !(it.matches('a') && getComputedStyle(it).display === 'inline') && !it.matches('[data-slot]');
    return [...new Set([...document.querySelectorAll(touched)].filter(isTouched).flatMap((it) => {
      const [width, height] = sizeOf(it);
      if (width >= 43.5 && height >= 43.5) return [];
      return [Math.round(width) + ' x ' + Math.round(height) + ': ' + (it.getAttribute('aria-label') || it.textContent || it.outerHTML).trim().slice(0, 60) + ' ' + it.className.slice(0, 60)];
    }))];
  })()`);

const change = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
};

const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** In both, on one page that was loaded once. In the dark it has other colours and nothing else: no more rules can fail there. */
const foundInBoth = async (page: Page): Promise<object> => {
  await change(page, 'light');
  const light = await found(page);
  await change(page, 'dark');
  return { light, dark: await found(page, OF_COLOURS) };
};
/** Colours that change little by little would be looked at on their way. */
const changeAtOnce = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
  })()`);
const NOTHING = { light: [], dark: [] };

test('axe finds nothing on any page, in light and in dark, and what can be touched is large enough', async () => {
  const page = await personAt(app, floor.brand_id, 'owner', '/now');
  await changeAtOnce(page);
  for (const path of paths()) {
    await go(page, path);
    await isThere(page, path);
    const name = path.startsWith('/orders')
      ? `Order ${orderId}`
      : /[\w-]+/.exec(path)![0].replace(/^./, (letter) => letter.toUpperCase());
    await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    await page
      .getByRole('article')
      .or(page.getByRole('region', { name: /^(Tables|Figures|Shifts|Products)$/ }))
      .or(page.getByRole('listitem'))
      .or(page.getByRole('tabpanel'))
      .first()
      .waitFor();
    expect.soft({ path, found: await small(page) }).toEqual({ path, found: [] });
    expect({ path, found: await foundInBoth(page) }).toEqual({ path, found: NOTHING });
  }
  await go(page, `/menu?product=${floor.products.tea}`);
  await page.getByRole('dialog').getByRole('tab').first().waitFor();
  expect({ path: 'a dialog', found: await foundInBoth(page) }).toEqual({ path: 'a dialog', found: NOTHING });
  expect.soft({ path: 'a dialog', found: await small(page) }).toEqual({ path: 'a dialog', found: [] });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await page.getByRole('slider').waitFor();
  expect(await foundInBoth(page)).toEqual(NOTHING);
  expect.soft(await small(page)).toEqual([]);
  await go(page, '/kitchen');
  await page
    .getByRole('button', { name: /^Stop / })
    .first()
    .click();
  const undo = page.getByRole('button', { name: 'Undo' });
  // Under the mouse it stays.
  await undo.hover();
  expect.soft({ path: 'a notification', found: await small(page) }).toEqual({ path: 'a notification', found: [] });
  expect({ path: 'a notification', found: await foundInBoth(page) }).toEqual({
    path: 'a notification',
    found: NOTHING,
  });
  await undo.click();
  const signIn = await openPage(`${app.url}/back-office/`, { locale: 'en-GB' });
  await signIn.locator('h1').waitFor();
  await changeAtOnce(signIn);
  expect(await foundInBoth(signIn)).toEqual(NOTHING);
  expect.soft(await small(signIn)).toEqual([]);
});

test('the kitchen is dark whatever the device likes', async () => {
  const page = await personAt(app, floor.brand_id, 'cook', '/kitchen', { colorScheme: 'light' });
  const ground = await page.evaluate<string>(
    `getComputedStyle(document.querySelector('main h1').parentElement.parentElement).backgroundColor`,
  );
  expect(Math.max(.../[\d, ]+/.exec(ground)![0].split(',').map(Number))).toBeLessThan(60);
});

test.each(LANGUAGES)('nothing is cut or wider than the window in %s, from a phone to a desk', async (language) => {
  const page = await personAt(app, floor.brand_id, 'owner', '/now', { language });
  // The next page opens at the width that the last one ended with: each change of the width lays all of it out anew.
  const widths = [...WIDTHS];
  for (const path of paths()) {
    await go(page, path);
    await isThere(page, path);
    for (const width of widths.reverse()) {
      await page.setViewportSize({ width, height: 640 });
      // Sizes that hang on the width change a frame later: pages have transitions, of no time in tests.
      await expect.poll(() => cut(page), { message: `${path} at ${width}`, timeout: 3_000 }).toEqual([]);
    }
  }
});

test('names and comments of 200 letters without a space leave the rest of a page its place, on a phone and on a desk', async () => {
  const { till, brand_id, point_id, products } = await createFloor(app);
  const name = 'Щ'.repeat(200);
  const position = { role: 'waiter', role_name: 'Waiter', position_id: 1, position_name: name };
  await command(till, 'HireEmployee', { name, login: `long-${point_id}`, ...position, point_id });
  const { id: hall_id } = await command(till, 'DefineHall', { name, point_id });
  const { id: table_id } = await command(till, 'DefineTable', { name: name.slice(0, 100), hall_id, capacity: 4 });
  const items = [{ product_id: products.tea, quantity: 1, comment: name }];
  const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 1, table_id, items });
  const page = await personAt(app, brand_id, 'owner', '/staff');
  const widthsOf = (selector: string): Promise<number[]> =>
    page.locator(selector).evaluateAll((all) => all.map((it) => it.getBoundingClientRect().width));
  for (const [path, selector] of [
    ['/staff', 'tbody th[scope=row]'],
    [`/floor?hall=${hall_id}`, '.mantine-SegmentedControl-label, main section button'],
    [`/orders/${order_id}`, 'main table tr > :first-child'],
  ] as const) {
    await go(page, path);
    await page.locator(selector).filter({ hasText: 'ЩЩЩ' }).first().waitFor();
    for (const width of [360, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      // Sizes that hang on the width change a frame later.
      const patience = { message: `${path} at ${width}`, timeout: 3_000 };
      await expect.poll(() => cut(page), patience).toEqual([]);
      await expect.poll(async () => Math.max(...(await widthsOf(selector))), patience).toBeLessThan(width * 0.6);
    }
  }
});

test('on a phone a dish of an order keeps its words whole, and its sum and button stay inside of the panel', async () => {
  const { till, brand_id, point_id, category_id } = await createFloor(app);
  const name = 'Вода негазированная 0,5 л';
  const dishOf = { type: 'product', name, category_id, base_price: 104_500 };
  const { id: product_id } = await command(till, 'DefineProduct', dishOf);
  const items = [{ product_id, quantity: 12 }];
  const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 1, items });
  const page = await personAt(app, brand_id, 'owner', `/orders/${order_id}`, { viewport: { width: 360, height: 900 } });
  await page.getByRole('cell', { name: `12 × ${name}` }).waitFor();
  const word = 'негазированная';
  const linesOfWord = await page.evaluate<number>(`(() => {
    const text = document.evaluate('//td//text()[contains(., "${word}")]', document).iterateNext();
    const range = document.createRange();
    const start = text.data.indexOf('${word}');
    range.setStart(text, start);
    range.setEnd(text, start + ${word.length});
    return range.getClientRects().length;
  })()`);
  expect(linesOfWord).toBe(1);
  const beyond = await page.evaluate<number>(`(() => {
    const table = document.querySelector('section > table');
    const panel = table.parentElement;
    const inner = panel.getBoundingClientRect().right - parseFloat(getComputedStyle(panel).paddingRight);
    return table.getBoundingClientRect().right - inner;
  })()`);
  expect(beyond).toBeLessThanOrEqual(1);
});

test('on a phone the timesheet begins with today in sight', async () => {
  const viewport = { width: 360, height: 900 };
  const page = await personAt(app, floor.brand_id, 'manager', '/staff', { viewport });
  const today = page.locator('th[data-today]');
  await today.waitFor();
  const { x, width } = (await today.boundingBox())!;
  expect(x).toBeGreaterThan(100);
  expect(x + width).toBeLessThanOrEqual(360);
});
