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

/**
 * Pages that tests have done with, by their locale. A page that is used again costs a quarter of a new one: its process is there,
 * with the compiled scripts and the files that never change.
 */
const resting = new Map<string, Page[]>();

const takePage = async (locale: string): Promise<Page> => {
  const rested = resting.get(locale)?.pop();
  if (rested) return rested;
  launched ??= launch();
  // Movements take the processor time of hundreds of pictures, and no test looks at them.
  const context = await (await launched).newContext({ locale, reducedMotion: 'reduce' });
  return context.newPage();
};

/** A small answer of the same server. A page that stands there runs nothing, and keeps its process. */
const quietPlace = (address: string): string => new URL('/robots.txt', address).href;

/** What a page could know of the test before. What scripts of a test were added to the page for good would be left. */
const forget = async (page: Page): Promise<void> => {
  const context = page.context();
  await Promise.all(context.pages().flatMap((other) => (other === page ? [] : [other.close()])));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.goto(quietPlace(page.url()));
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
};

/** What the browser knows at the address, and how it looks at it. */
const prepare = async (
  page: Page,
  address: string,
  { viewport = DESK, colorScheme, kept }: PageOptions,
): Promise<void> => {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
  if (!kept) return;
  const [name, value] = kept.cookie.split('=') as [string, string];
  await page.context().addCookies([{ name, value, url: new URL(address).origin, httpOnly: true, sameSite: 'Strict' }]);
  if (!page.url().startsWith(new URL(address).origin)) await page.goto(quietPlace(address));
  await page.evaluate((entries) => {
    for (const [key, text] of entries) localStorage.setItem(key, text);
  }, Object.entries(kept.localStorage));
};

/** Notes what the page does wrong, until it is told to stop. */
const watch = (context: BrowserContext, page: Page, address: string, mayLog: RegExp | undefined) => {
  const problems: string[] = [];
  const heard = (message: ConsoleMessage): void => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !mayLog?.test(message.text()))
      problems.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  };
  const thrown = (error: Error): void => {
    problems.push(`thrown: ${error.stack ?? error}`);
  };
  const asked = (request: Request): void => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== new URL(address).origin) problems.push(`another origin: ${request.url()}`);
  };
  page.on('console', heard).on('pageerror', thrown);
  context.on('request', asked);
  const stop = (): void => {
    page.off('console', heard).off('pageerror', thrown);
    context.off('request', asked);
  };
  return { problems, stop };
};

/**
 * A page of a browser that knows nothing, or what was `kept`, opened at an address. The test fails if the page logs a warning or an
 * error, throws, breaks its content security policy, or asks anything of another origin. Later tests get the same page, as if new,
 * unless somebody was signed in there: whoever adds scripts to it for good (`addInitScript`, `exposeFunction`, `clock`) closes its context.
 */
export const openPage = async (address: string, options: PageOptions = {}): Promise<Page> => {
  const { locale = 'en-US', mayLog } = options;
  const page = await takePage(locale);
  const context = page.context();
  await prepare(page, address, options);
  const { problems, stop } = watch(context, page, address, mayLog);
  onTestFinished(async ({ task }) => {
    stop();
    try {
      if (task.result?.state === 'fail') throw new Error('it may be in any state');
      // A page of somebody who was signed in has now and then shown the next person what was not theirs.
      if (options.kept) throw new Error('it belongs to one person');
      await forget(page);
      resting.set(locale, [...(resting.get(locale) ?? []), page]);
    } catch {
      await context.close();
    }
    expect(problems, 'what the page did wrong').toEqual([]);
  });
  await page.goto(address, { waitUntil: 'commit' });
  return page;
};
