import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { PLATFORM_KEY } from '../support/app.ts';
import { sharedApp } from '../support/shared-app.ts';

const PAGE = new URL('../../docs/getting-started.md', import.meta.url);

/** Runs the blocks in one shell, one after another, and answers what each printed. */
const runBlocks = async (blocks: readonly string[], env: Record<string, string>): Promise<string[]> => {
  const SEPARATOR = '--- end of a block ---';
  const script = ['set -e', ...blocks.map((block) => `${block}\necho "${SEPARATOR}"`)].join('\n');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  execFile('sh', ['-c', script], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
    error ? reject(new Error(`${stdout}\n${stderr}`, { cause: error })) : resolve(stdout),
  );
  const printed = (await promise).split(`${SEPARATOR}\n`);
  return printed.slice(0, -1).map((text) => text.trim());
};

test('the page about getting started leads from nothing to a venue that works', async () => {
  const app = await sharedApp();
  onTestFinished(() => app.stop());
  const blocks = [...(await readFile(PAGE, 'utf8')).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
  const printed = await runBlocks(blocks, { BASE: app.url, PLATFORM_API_KEY: PLATFORM_KEY });
  expect(printed).toEqual([
    '',
    '',
    'Rustam Karimov, owner',
    expect.stringMatching(/^\+ points\.chorsu {2}"Choyxona at Chorsu"\n(\+ .*\n){8}9 new$/),
    '45000  Plov\n8000  Tea',
    'Aziz Rahimov, cashier',
    'role_forbidden',
    'accepted\naccepted\nCLOSED  61000',
    'accepted\nRustam Karimov\nShift 1, Aziz Rahimov\nCheques   1\nRevenue   61000\nIn cash   61000\nDrawer    161000, counted 161000, difference 0',
    '~ products.plov\n    base_price: 45000 -> 47000\n1 changed\nnothing to do',
    '~ products.plov\n    base_price: 47000 -> 48000\n1 changed\n    base_price: 48000\n    base_price: 8000',
    'App',
  ]);
  // Each step with a command says which page does the same.
  const routes = (await readFile(new URL('../../back-office/src/shell/pages.ts', import.meta.url), 'utf8')).matchAll(
    /to: '([^']+)'/g,
  );
  const pages = [...[...routes].map(([, to]) => to!), '/accept', '/orders'];
  const named = [...(await readFile(PAGE, 'utf8')).matchAll(/`\/back-office(\/[a-z-]+)/g)].map(([, to]) => to);
  expect(named.filter((to) => !pages.includes(to!))).toEqual([]);
});
