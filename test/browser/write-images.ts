import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { BROWSER_ARGUMENTS, chromiumPath } from './support/chromium-path.ts';

/**
 * Makes the pictures of docs/images from the demo, as a newcomer sees it: `npm run docs:images`. It starts a Tillstream of its
 * own, waits until the demo's evening has some life, and looks at it as its people do.
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
];

const take = async (browser: Browser, { name, role, path, size = DESK, colorScheme = 'light', act }: Picture) => {
  const context = await browser.newContext({ viewport: size, colorScheme, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${URL_OF_APP}/back-office${path}`);
  await page.getByRole('button', { name: role.replace(/^./, (letter) => letter.toUpperCase()), exact: true }).click();
  await page.getByRole('navigation').waitFor();
  await page.locator('main h1').waitFor();
  await act?.(page);
  await delay(1_500);
  await page.screenshot({ path: join(OUT, `${name}.png`) });
  await context.close();
};

const isReady = async (): Promise<boolean> =>
  (await fetch(`${URL_OF_APP}/health/ready`).catch(() => undefined))?.ok ?? false;

const folder = await mkdtemp(join(tmpdir(), 'tillstream-images-'));
const env = { ...process.env, DATA_DIR: folder, PORT: String(PORT), LOG_LEVEL: 'warn' };
const app = spawn(process.execPath, ['src/main.ts'], { cwd: ROOT, env, stdio: 'inherit' });
try {
  while (!(await isReady())) await delay(500);
  await delay(LIFE_MS);
  await mkdir(OUT, { recursive: true });
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: BROWSER_ARGUMENTS });
  for (const picture of PICTURES) await take(browser, picture);
  await browser.close();
} finally {
  app.kill();
  await new Promise((resolve) => app.once('exit', resolve));
  await rm(folder, { recursive: true, force: true });
}
