import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/tillstream-tests/', import.meta.url));
let launched: Promise<Browser> | undefined;

/**
 * The path of a Chromium: `CHROMIUM_PATH`, or the one that comes with a package. Its own way to unpack it would let two
 * workers write the same file, and fill the memory that tests have their files in.
 */
export const chromiumPath = async (): Promise<string> => {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = createRequire(import.meta.url)(join(home, 'package.json')) as { version: string };
  const path = join(CACHE, `chromium-${version}`);
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const unfinished = `${path}-${process.pid}`;
  const packed = createReadStream(join(home, 'bin/chromium.br'));
  await pipeline(packed, createBrotliDecompress(), createWriteStream(unfinished, { mode: 0o755 }));
  await rename(unfinished, path);
  return path;
};

/** One for all tests of a worker. It ends with the worker. */
const launch = async (): Promise<Browser> => {
  const executablePath = await chromiumPath();
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'] });
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
