import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBackOffice } from '../../../src/api/http/back-office.ts';
import { stateOf } from '../../../src/api/http/request-state.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const FRAME = '<meta name="csp-nonce" content="__CSP_NONCE__"><meta name="demo-logins" content="__DEMO_LOGINS__">';
const stops: (() => void)[] = [];
let url: string;

const listen = async (folder: string, built?: Promise<void>): Promise<string> => {
  const app = express();
  app.use((_req, res, next) => {
    Object.assign(stateOf(res), { requestId: 'r', isStopping: () => false });
    next();
  });
  app.use(createBackOffice({ folder, demoLogins: ['owner', 'cook'], built }));
  app.use((error: { status?: number }, _req: unknown, res: express.Response, _next: unknown) => {
    res.status(error.status ?? 500).end();
  });
  const server = app.listen(0, '127.0.0.1');
  stops.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
};

beforeAll(async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), FRAME);
  await writeFile(join(folder, 'assets/index-abc.js'), 'alert()');
  await writeFile(join(folder, 'assets/index-abc.js.br'), brotliCompressSync('alert()'));
  await writeFile(join(folder, '.sources'), 'a hash');
  url = await listen(folder);
});
afterAll(() => {
  for (const stop of stops) stop();
});

const get = (path: string, headers: Record<string, string> = {}, base = url) =>
  fetch(base + path, { headers, redirect: 'manual' });

test('whoever asks for a page while the pages are built waits for it', async () => {
  const folder = await tempFolder();
  const building = Promise.withResolvers<void>();
  const early = get('/back-office/now', {}, await listen(folder, building.promise));
  await writeFile(join(folder, 'index.html'), 'The pages.');
  building.resolve();
  expect(await (await early).text()).toBe('The pages.');
});

test('every address of a page is the frame, with a nonce of this answer alone that its policy names', async () => {
  const nonces = new Set<string>();
  for (const path of ['/back-office', '/back-office/now', '/back-office/orders/15?at=2026-03-02T10:00:00Z']) {
    const answer = await get(path);
    const text = await answer.text();
    const nonce = /csp-nonce" content="([^"]+)"/.exec(text)![1]!;
    nonces.add(nonce);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).toContain("default-src 'none';script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('content="owner cook"');
  }
  expect(nonces.size).toBe(3);
});

test('browsers may keep files for ever, because their names change with their content; where no file is, they get a 404', async () => {
  const script = await get('/back-office/assets/index-abc.js', { 'accept-encoding': 'gzip, br' });
  expect(script.headers.get('cache-control')).toContain('immutable');
  expect(script.headers.get('content-type')).toContain('javascript');
  expect((await get('/back-office/assets/index-old.js')).status).toBe(404);
  expect(await script.text()).toBe('alert()');
  expect(script.headers.get('content-encoding')).toBe('br');
  expect((await get('/back-office/assets/index-abc.js.br')).status).toBe(404);
  // Not a file that anyone may read: the page of that address, as any other.
  expect(await (await get('/back-office/.sources')).text()).toContain('csp-nonce');
  expect((await fetch(`${url}/back-office/now`, { method: 'POST' })).status).toBe(405);
});

test('a file that is gone since the server looked, because the pages were built anew, is a 404', async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, 'assets'));
  for (const name of ['index.html', 'assets/index-old.js']) await writeFile(join(folder, name), FRAME);
  const base = await listen(folder);
  expect((await get('/back-office/now', {}, base)).status).toBe(200);
  await rm(join(folder, 'assets/index-old.js'));
  expect((await get('/back-office/assets/index-old.js', {}, base)).status).toBe(404);
});

test('a browser that asks for / is led to the pages, and nothing else is', async () => {
  const browser = await get('/', { accept: 'text/html,application/xhtml+xml' });
  expect([browser.status, browser.headers.get('location')]).toEqual([302, '/back-office']);
  expect((await get('/', { accept: 'application/json' })).status).toBe(404);
});

test('an installation without built pages says how to build them', async () => {
  const base = await listen(join(await tempFolder(), 'none'));
  expect(await (await get('/back-office/now', {}, base)).text()).toContain('npm run build -w back-office');
});
