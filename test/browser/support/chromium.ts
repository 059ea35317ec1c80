import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { BROWSER_ARGUMENTS, chromiumPath } from './chromium-path.ts';

let launched: Promise<Browser> | undefined;

/** One for all tests of a worker. It ends with the worker. */
const launch = async (): Promise<Browser> => {
  const executablePath = await chromiumPath();
  return chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
};

export interface PageOptions extends BrowserContextOptions {
  /** What the page may say to the console, such as that a request was refused on purpose. */
  readonly mayLog?: RegExp;
}

/**
 * A page of a browser that knows nothing, opened at an address. The test fails if the page logs a warning or an error,
 * throws, breaks its content security policy, or asks anything of another origin.
 */
export const openPage = async (address: string, options: PageOptions = {}): Promise<Page> => {
  const { mayLog, ...rest } = options;
  launched ??= launch();
  const context = await (await launched).newContext(rest);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !mayLog?.test(message.text()))
      problems.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${error.stack ?? error}`));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== new URL(address).origin) problems.push(`another origin: ${request.url()}`);
  });
  onTestFinished(async () => {
    await context.close();
    expect(problems, 'what the page did wrong').toEqual([]);
  });
  await page.goto(address);
  return page;
};
