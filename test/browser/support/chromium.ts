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

/** As browsers keep it: what the server has set, and what the page has noted. */
const stateOf = (address: string, { cookie, localStorage }: NonNullable<PageOptions['kept']>) => {
  const { origin, hostname: domain } = new URL(address);
  const [name, value] = cookie.split('=') as [string, string];
  const rest = { domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' } as const;
  const noted = Object.entries(localStorage).map(([key, text]) => ({ name: key, value: text }));
  return { cookies: [{ name, value, ...rest }], origins: [{ origin, localStorage: noted }] };
};

/** What the page does wrong, from now on. */
const watch = (context: BrowserContext, page: Page, address: string, mayLog: RegExp | undefined): readonly string[] => {
  const problems: string[] = [];
  page.on('console', (message: ConsoleMessage) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !mayLog?.test(message.text()))
      problems.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${error.stack ?? error}`));
  context.on('request', (request: Request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== new URL(address).origin) problems.push(`another origin: ${request.url()}`);
  });
  return problems;
};

/**
 * A page of a browser that knows nothing, or what was `kept`, opened at an address. The test fails if the page logs a warning or an
 * error, throws, breaks its content security policy, or asks anything of another origin.
 */
export const openPage = async (address: string, options: PageOptions = {}): Promise<Page> => {
  const { mayLog, kept, locale = 'en-US', viewport = DESK, colorScheme = 'light' } = options;
  launched ??= launch();
  const context = await (await launched).newContext({
    locale,
    viewport,
    colorScheme,
    // Movements take the processor time of hundreds of pictures, and no test looks at them.
    reducedMotion: 'reduce',
    ...(kept && { storageState: stateOf(address, kept) }),
  });
  const page = await context.newPage();
  const problems = watch(context, page, address, mayLog);
  onTestFinished(async () => {
    await context.close();
    expect(problems, 'what the page did wrong').toEqual([]);
  });
  await page.goto(address, { waitUntil: 'commit' });
  return page;
};
