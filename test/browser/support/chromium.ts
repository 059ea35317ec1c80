import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { BROWSER_ARGUMENTS, chromiumPath } from './chromium-path.ts';

export interface PageOptions {
  /** The first language of the browser. */
  readonly locale?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** What the browser keeps of somebody who was there before. */
  readonly kept?: { readonly cookie: string; readonly localStorage: Readonly<Record<string, string>> };
  /** What the page may say to the console, such as that a request was refused on purpose. */
  readonly mayLog?: RegExp;
}

const DESK = { width: 1_280, height: 720 };

let launched: Promise<Browser> | undefined;

/** One for all tests of a worker. It ends with the worker. */
const launch = async (): Promise<Browser> => {
  const executablePath = await chromiumPath();
  return chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
};

/** A page in a browser of its own. To make one takes twice as long as to load what it shows, so tests use it one after another. */
interface Window {
  readonly locale: string;
  readonly context: BrowserContext;
  readonly page: Page;
}

const resting: Window[] = [];

const takeWindow = async (locale: string): Promise<Window> => {
  const found = resting.findIndex((each) => each.locale === locale);
  if (found >= 0) return resting.splice(found, 1)[0]!;
  launched ??= launch();
  // Movements take the processor time of hundreds of pictures, and no test looks at them.
  const context = await (await launched).newContext({ locale, reducedMotion: 'reduce' });
  return { locale, context, page: await context.newPage() };
};

/**
 * An empty page of the origin, where the page that was there asks for nothing more. Chromium goes on with its process: a new one costs as
 * much as the page.
 */
const goToEmpty = async ({ page }: Window, origin: string): Promise<void> => {
  const empty = `${origin}/empty`;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(empty);
  await page.unroute(empty);
};

/** What the browser keeps is gone when the next test begins, see `keep`. */
const rest = async (window: Window, origin: string): Promise<void> => {
  const { context, page } = window;
  if (page.isClosed()) return context.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  for (const other of context.pages()) if (other !== page) await other.close();
  await goToEmpty(window, origin);
  resting.push(window);
};

/** What a browser has of the address: this alone. */
const keep = async (window: Window, address: string, kept: PageOptions['kept']): Promise<void> => {
  const { context, page } = window;
  const { origin, hostname: domain } = new URL(address);
  await context.clearCookies();
  if (kept) {
    const [name, value] = kept.cookie.split('=') as [string, string];
    const rules = { expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' } as const;
    await context.addCookies([{ name, value, domain, path: '/', ...rules }]);
  }
  if (new URL(page.url()).origin !== origin) await goToEmpty(window, origin);
  await page.evaluate(`
    localStorage.clear();
    sessionStorage.clear();
    Object.assign(localStorage, ${JSON.stringify(kept?.localStorage ?? {})});`);
};

/** What the page does wrong, from now on until `stop`. */
const watch = ({ context, page }: Window, address: string, mayLog: RegExp | undefined) => {
  const problems: string[] = [];
  const onConsole = (message: ConsoleMessage): void => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !mayLog?.test(message.text()))
      problems.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  };
  const onThrown = (error: Error): void => void problems.push(`thrown: ${error.stack ?? error}`);
  const onRequest = (request: Request): void => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== new URL(address).origin) problems.push(`another origin: ${request.url()}`);
  };
  page.on('console', onConsole);
  page.on('pageerror', onThrown);
  context.on('request', onRequest);
  const stop = (): void => {
    page.off('console', onConsole);
    page.off('pageerror', onThrown);
    context.off('request', onRequest);
  };
  return { problems, stop };
};

/**
 * A page of a browser that knows nothing, or what was `kept`, opened at an address. The test fails if the page logs a warning or an
 * error, throws, breaks its content security policy, or asks anything of another origin.
 */
export const openPage = async (address: string, options: PageOptions = {}): Promise<Page> => {
  const { mayLog, kept, locale = 'en-US', viewport = DESK, colorScheme = 'light' } = options;
  const window = await takeWindow(locale);
  const { page } = window;
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, media: null });
  page.setDefaultTimeout(30_000);
  await keep(window, address, kept);
  const { problems, stop } = watch(window, address, mayLog);
  onTestFinished(async () => {
    stop();
    await rest(window, new URL(address).origin);
    expect(problems, 'what the page did wrong').toEqual([]);
  });
  await page.goto(address, { waitUntil: 'commit' });
  return page;
};
