import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { BROWSER_ARGUMENTS, chromiumPath } from './support/chromium-path.ts';

/**
 * Makes the pictures of docs/images from the demo, as a newcomer sees it: `npm run docs:images`, or with names of pictures those
 * alone. It starts a Tillstream of its own, waits until the demo's evening has some life, and looks at it as its people do. For
 * pages of sums it makes some days of a past first.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = join(ROOT, 'docs/images');
const PORT = 18_080;
const URL_OF_APP = `http://127.0.0.1:${PORT}`;
/** On the first start two hours of the demo pass within seconds. */
const LIFE_MS = 45_000;

interface Picture {
  readonly name: string;
  readonly role: string;
  readonly path: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly act?: (page: Page) => Promise<void>;
}

const DESK = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 844 };
const TABLET = { width: 1_024, height: 768 };
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

const PICTURES: readonly Picture[] = [
  { name: 'now', role: 'owner', path: '/now' },
  { name: 'kitchen', role: 'cook', path: '/kitchen' },
  { name: 'floor', role: 'cashier', path: '/floor' },
  { name: 'past', role: 'auditor', path: `/floor?at=${encodeURIComponent(anHourAgo())}`, colorScheme: 'dark' },
  { name: 'phone', role: 'owner', path: '/now', size: PHONE, colorScheme: 'dark' },
  {
    name: 'order',
    role: 'owner',
    path: '/now',
    act: async (page) => {
      await page.locator('article a').first().click();
      await page.getByRole('tab').first().waitFor();
    },
  },
  {
    name: 'pay',
    role: 'cashier',
    path: '/now',
    size: TABLET,
    act: async (page) => {
      await page.locator('article').getByRole('button', { name: 'Pay', exact: true }).first().click();
      await page.getByRole('dialog').getByRole('textbox').first().fill('500000');
    },
  },
  {
    name: 'stops',
    role: 'cook',
    path: '/menu?tab=stops',
    size: TABLET,
    act: async (page) => {
      await page.getByRole('button', { name: 'Stop a dish' }).click();
      await page.getByRole('combobox', { name: 'Product' }).click();
      await page.getByRole('listbox').getByRole('option').nth(1).click();
      await page.getByRole('textbox', { name: 'Left' }).fill('5');
    },
  },
  {
    name: 'audit',
    role: 'auditor',
    path: '/audit?last=hour',
    act: async (page) => {
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.getByText('Your browser has computed it').waitFor();
    },
  },
];

/** Of pages of sums: they need some days. */
const OF_DAYS: readonly Picture[] = [
  { name: 'sales', role: 'owner', path: '/sales?view=dishes&period=last28' },
  {
    name: 'behind',
    role: 'owner',
    path: '/sales?period=last28',
    act: async (page) => {
      await page.locator('tbody td button').nth(4).click();
      await page.getByRole('dialog').getByRole('status').waitFor();
    },
  },
  {
    name: 'z-report',
    role: 'accountant',
    path: '/money',
    size: PHONE,
    act: async (page) => {
      await page.locator('tbody button').nth(3).click();
      await page.getByRole('article').waitFor();
    },
  },
  { name: 'payroll', role: 'accountant', path: '/money?tab=payroll&period=last28' },
  { name: 'menu', role: 'manager', path: '/menu' },
  {
    name: 'timesheet',
    role: 'manager',
    path: '/staff',
    // The last days of the month.
    act: (page) =>
      page.getByRole('table').evaluate((table) => {
        table.parentElement!.scrollLeft = table.scrollWidth;
      }),
  },
];
const HISTORY = ['--days', '12', '--orders-per-day', '40', '--seed', 'kamolon'];

const take = async (browser: Browser, { name, role, path, size = DESK, colorScheme = 'light', act }: Picture) => {
  const context = await browser.newContext({ viewport: size, colorScheme, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${URL_OF_APP}/back-office${path}`);
  await page.getByRole('button', { name: role.replace(/^./, (letter) => letter.toUpperCase()), exact: true }).click();
  await page.getByRole('navigation').waitFor();
  await page.locator('main h1').waitFor();
  await act?.(page);
  await delay(1_500);
  // Few colours: a third of the bytes, and nobody sees it.
  await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(join(OUT, `${name}.png`));
  await context.close();
};

const isReady = async (): Promise<boolean> =>
  (await fetch(`${URL_OF_APP}/health/ready`).catch(() => undefined))?.ok ?? false;

const run = (program: string, args: readonly string[], folder: string) => {
  const env = { ...process.env, DATA_DIR: folder, PORT: String(PORT), LOG_LEVEL: 'warn' };
  return spawn(process.execPath, [program, ...args], { cwd: ROOT, env, stdio: 'inherit' });
};
const ended = (child: ChildProcess): Promise<unknown> => once(child, 'exit');

/** Takes the pictures of a demo that has just begun, or that has a past. */
const takeAll = async (pictures: readonly Picture[], hasPast: boolean): Promise<void> => {
  if (pictures.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'tillstream-images-'));
  if (hasPast) await ended(run('src/demo/history.ts', HISTORY, folder));
  const app = run('src/main.ts', [], folder);
  try {
    while (!(await isReady())) await delay(500);
    if (!hasPast) await delay(LIFE_MS);
    await mkdir(OUT, { recursive: true });
    const browser = await chromium.launch({ executablePath: await chromiumPath(), args: BROWSER_ARGUMENTS });
    for (const picture of pictures) await take(browser, picture);
    await browser.close();
  } finally {
    app.kill();
    await ended(app);
    await rm(folder, { recursive: true, force: true });
  }
};

const asked = process.argv.slice(2);
const isAsked = ({ name }: Picture): boolean => asked.length === 0 || asked.includes(name);
await takeAll(PICTURES.filter(isAsked), false);
await takeAll(OF_DAYS.filter(isAsked), true);
