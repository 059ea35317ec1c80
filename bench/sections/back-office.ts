import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { buildPages } from '../../src/start/build-pages.ts';
import { BROWSER_ARGUMENTS, chromiumPath } from '../../test/browser/support/chromium-path.ts';
import type { Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { fromCallers } from '../support/rounds.ts';
import { percentile } from '../support/statistics.ts';
import { measurePivot } from './back-office-pivot.ts';

const VIEW = { viewport: { width: 1_440, height: 900 }, locale: 'en-GB' };
const KB = 1_000;

/** The pages in a real Chromium: what they weigh, how soon they are there, and how soon a second screen follows. */
export const backOffice: Section = {
  name: 'back-office',
  run: async (context) => {
    const { adminUrl, quick, rounds, progress } = context;
    await buildPages({ info: (_, line) => progress(line), warn: (_, line) => progress(line) });
    const app = await startApp(adminUrl);
    const browser = await chromium.launch({ executablePath: await chromiumPath(), args: BROWSER_ARGUMENTS });
    try {
      const cookies = await signIn(browser, app);
      const nextBody = await createOrderBodies(app);
      const weights: number[] = [];
      const loads: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const { weight, ms } = await coldLoad(browser, app, cookies);
        // The server compresses each file at its first request.
        if (round === 0) continue;
        weights.push(weight);
        loads.push(ms);
      }
      progress(`first page: ${weights[0]!.toFixed(0)} kB of scripts, ${loads[0]!.toFixed(0)} ms`);

      const delays = await secondScreen(browser, app, { cookies, nextBody, count: quick ? 10 : 40 });
      progress(`second screen: p95 ${percentile(delays, 95).toFixed(0)} ms`);

      const pivots = await measurePivot(context, app, (path) => openPage(browser, app, cookies, path));

      const open = quick ? 500 : 5_000;
      await placeOrders(app, nextBody, open);
      const { ms, frames } = await manyOrders(browser, app, cookies);
      progress(
        `${open} open orders: there after ${ms.toFixed(0)} ms, longest frame ${Math.max(...frames).toFixed(0)} ms`,
      );
      return [
        {
          name: 'scripts of the first page, compressed',
          unit: 'kB',
          rounds: weights,
          goals: [{ of: 'value', below: 250 }],
        },
        {
          name: 'the page Now, from a cold load until it can be used',
          unit: 'ms',
          rounds: loads,
          goals: [{ of: 'value', below: 1_000 }],
        },
        {
          name: 'a command on a second screen, p95',
          unit: 'ms',
          rounds: [percentile(delays, 95)],
          goals: [{ of: 'value', below: 300 }],
        },
        ...pivots,
        { name: `${open} open orders are there`, unit: 'ms', rounds: [ms] },
        {
          name: `a frame while ${open} open orders scroll, p95`,
          unit: 'ms',
          rounds: [percentile(frames, 95)],
          goals: [{ of: 'value', below: 34 }],
        },
      ];
    } finally {
      await browser.close();
      await app.stop();
    }
  },
};

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

const signIn = async (browser: Browser, { url }: BenchApp): Promise<Cookies> => {
  const context = await browser.newContext(VIEW);
  const headers = { origin: url, 'content-type': 'application/json' };
  const answer = await context.request.post(`${url}/venue/v1/session`, { headers, data: { login: 'owner' } });
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
};

const openPage = async (browser: Browser, { url }: BenchApp, cookies: Cookies, path: string) => {
  const origins = [{ origin: url, localStorage: [{ name: 'tillstream.signed-in', value: 'yes' }] }];
  const context = await browser.newContext({ ...VIEW, storageState: { cookies, origins } });
  const page = await context.newPage();
  return { page, close: () => context.close(), go: () => page.goto(`${url}/back-office${path}`) };
};

const openNow = (browser: Browser, app: BenchApp, cookies: Cookies) => openPage(browser, app, cookies, '/now');

const isUsable = (page: Page) => page.getByRole('textbox', { name: 'Find in these orders' }).waitFor();

/** In a browser that knows nothing. */
const coldLoad = async (browser: Browser, app: BenchApp, cookies: Cookies) => {
  const { page, close, go } = await openNow(browser, app, cookies);
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const began = performance.now();
  await go();
  await isUsable(page);
  const ms = performance.now() - began;
  const weight = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / KB;
  await close();
  return { weight, ms };
};

const placeOrders = async (app: BenchApp, nextBody: () => string, count: number): Promise<number[]> => {
  const ids: number[] = [];
  await fromCallers(16, count, async () => {
    ids.push((await app.post<{ order_id: number }>('/v1/orders', nextBody())).order_id);
  });
  await app.shown();
  return ids;
};

interface Screens {
  readonly cookies: Cookies;
  readonly nextBody: () => string;
  readonly count: number;
}

/** From the click in one browser until another one shows what came of it. */
const secondScreen = async (
  browser: Browser,
  app: BenchApp,
  { cookies, nextBody, count }: Screens,
): Promise<number[]> => {
  const venue = await app.exchange(DEMO_KEYS.venue);
  const [one, other] = [await openNow(browser, app, cookies), await openNow(browser, app, cookies)];
  await Promise.all([one.go(), other.go()]);
  await Promise.all([isUsable(one.page), isUsable(other.page)]);
  const delays: number[] = [];
  for (let nth = 0; nth < count; nth++) {
    // One at a time: a lane draws the cards alone that can be seen.
    const [id] = await placeOrders(app, nextBody, 1);
    const name = { name: `Order ${id}`, exact: true };
    const here = one.page.getByRole('article', name);
    const there = other.page.getByRole('region', { name: 'Accepted' }).getByRole('article', name);
    await here.getByRole('button', { name: 'Accept' }).waitFor();
    const began = performance.now();
    await here.getByRole('button', { name: 'Accept' }).click();
    await there.waitFor();
    delays.push(performance.now() - began);
    const body = JSON.stringify({ command_id: crypto.randomUUID(), order_id: id });
    await app.post('/venue/v1/commands/DeleteCheque', body, venue);
    await there.waitFor({ state: 'detached' });
  }
  await Promise.all([one.close(), other.close()]);
  return delays;
};

/** Scrolls the lane of new orders, and measures each frame. */
const manyOrders = async (browser: Browser, app: BenchApp, cookies: Cookies) => {
  const { page, close, go } = await openNow(browser, app, cookies);
  const began = performance.now();
  await go();
  await page.getByRole('article').first().waitFor();
  const ms = performance.now() - began;
  const frames = await page.evaluate<number[]>(SCROLL);
  await close();
  return { ms, frames };
};

/** Runs in the page: 120 frames, each a screen further. */
const SCROLL = `new Promise((resolve) => {
  const lane = document.querySelector('article').closest('[tabindex="0"]');
  const frames = [];
  let last;
  const step = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    lane.scrollTop += 600;
    if (frames.length < 120) requestAnimationFrame(step);
    else resolve(frames);
  };
  requestAnimationFrame(step);
})`;
