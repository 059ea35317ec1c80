import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { portOf } from '../../src/api/http/port-of.ts';
import { openPage } from '../browser/support/chromium.ts';
import { command, type TestApp } from '../support/app.ts';
import { sharedApp } from '../support/shared-app.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { createVenue } from '../support/venue.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const MOST_BYTES = 12_000;
const run = promisify(execFile);

let app: TestApp;
let folder: string;
let installed: string;
let keys: Readonly<Record<string, string>>;

/** The package as it would be published, installed in a project of its own. */
beforeAll(async () => {
  app = await sharedApp();
  const { till, brand_id, menu_id } = await createVenue(app);
  const platform = await app.platform();
  const issue = async (by: typeof till, fields: object): Promise<string> =>
    (await command(by, 'IssueKey', { name: 'newcomer', ...fields })).api_key;
  keys = {
    'demo-partner-key': await issue(till, {
      audience: 'partner',
      permissions: ['reports', 'table_booking'],
      showcase_ids: [menu_id],
    }),
    'demo-venue-key': await issue(platform, { audience: 'venue', brand_id }),
    'demo-auditor-key': await issue(platform, { audience: 'auditor', brand_id }),
  };
  folder = await tempFolder();
  const { stdout } = await run('npm', ['pack', '--workspace', 'client', '--json', '--pack-destination', folder], {
    cwd: ROOT,
  });
  const { filename } = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))))[0] as { filename: string };
  installed = join(folder, 'node_modules/@tillstream/client');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => app.stop());

test('a package of the client has what it needs and nothing more', async () => {
  const { stdout } = await run('find', ['.', '-type', 'f'], { cwd: installed });
  const files = stdout.trim().split('\n');
  expect(files.filter((file) => !/^\.\/dist\/[\w-]+\.(js|d\.ts)$/.test(file)).sort()).toEqual([
    './README.md',
    './package.json',
  ]);
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
});

const bundled = async (): Promise<string> => {
  const bundle = await rolldown({ input: join(installed, 'dist/index.js'), platform: 'browser' });
  const { output } = await bundle.generate({ minify: true });
  return output[0].code;
};

test(`a program that has all of the client grows by less than ${MOST_BYTES} bytes, compressed`, async () => {
  const code = await bundled();
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(MOST_BYTES);
  // It runs where there is no Node.
  expect(code).not.toMatch(/node:|\bprocess\.env|\bBuffer\b|require\(/);
});

test('programs in TypeScript see what each call takes and answers', async () => {
  await writeFile(join(folder, 'shop.ts'), SHOP);
  const checks = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom'];
  const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), [...checks, '--skipLibCheck', 'false', 'shop.ts'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

/** Each Node that is here: that of the tests, and the machine's own, which partners may have. */
const nodes: [string, string][] = [['the Node of the tests', process.execPath]];
const { stdout: paths } = await run('sh', ['-c', 'PATH=/usr/local/bin:/usr/bin:/bin command -v node || true']);
const { stdout: version } = paths.trim() ? await run(paths.trim(), ['--version']) : { stdout: '' };
const isNode20 = version.startsWith('v20.');
if (isNode20) nodes.push(['Node 20', paths.trim()]);

test.each(nodes)('the README of the client leads from nothing to an order, in %s', async (_, node) => {
  const page = await readFile(join(installed, 'README.md'), 'utf8');
  const blocks = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, block]) => block);
  expect(blocks.length).toBeGreaterThan(10);
  let program = `${blocks.join('\n')}\n${CALL_OF_A_WEBHOOK}`;
  for (const [name, key] of Object.entries(keys)) program = program.replaceAll(name, key);
  program = program.replaceAll('http://127.0.0.1:8080', app.url).replace('receiver.listen(3000)', 'receiver.listen(0)');
  await writeFile(join(folder, 'readme.mjs'), program);
  const env = { ...process.env, WEBHOOK_SECRET: SECRET, NODE_OPTIONS: '' };
  const { stdout, stderr } = await run(node, ['readme.mjs'], { cwd: folder, env, timeout: 50_000 });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^\d+ CREATED 16000\nCREATED\n404 order_not_found/);
  expect(stdout).toMatch(/ OrderPlaced\n[\s\S]*booked for Aziza\nverified 204, altered 401\n$/);
});
if (!isNode20) test.skip('the README of the client leads to an order in Node 20: the Node of this machine is another');

test('the client runs in Chromium', async () => {
  const code = await bundled();
  // The page's own server: it passes requests on, as browsers get no answer from another origin.
  const server: Server = createServer(async (request, response) => {
    const { url = '', method = 'GET', headers } = request;
    const body = await buffer(request);
    if (url === '/') return response.setHeader('content-type', 'text/html').end(PAGE);
    if (url === '/client.js') return response.setHeader('content-type', 'text/javascript').end(code);
    if (url === '/favicon.ico') return response.end();
    const { authorization, 'content-type': type } = headers;
    const sent = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
    const answer = await fetch(app.url + url, { method, headers: sent, ...(body.length > 0 && { body }) });
    response.setHeader('content-type', answer.headers.get('content-type') ?? '');
    response.writeHead(answer.status).end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const page = await openPage(`http://127.0.0.1:${portOf(server)}/#${keys['demo-partner-key']}`, { mayLog: /404/ });
  const told = await page.waitForFunction('globalThis.told');
  expect(await told.jsonValue()).toEqual({ points: 1, code: 'order_not_found', signed: 'signature_wrong' });
});

test('the example shop runs in a project of its own, by the lines of its page', async () => {
  const example = join(ROOT, 'examples/storefront');
  const lines = /^```js\n(.*?)^```$/ms.exec(await readFile(join(example, 'README.md'), 'utf8'))![1]!;
  const own = join(folder, 'shop');
  await cp(example, own, { recursive: true });
  for (const name of ['express', 'helmet']) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(
    join(own, 'server.mjs'),
    lines.replace('.listen(PORT)', '.listen(0, function () { console.log(this.address().port); })'),
  );
  const env = { ...process.env, TILLSTREAM_URL: app.url, TILLSTREAM_KEY: keys['demo-partner-key'], NODE_OPTIONS: '' };
  const shop = spawn(process.execPath, ['server.mjs'], { cwd: own, env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void shop.kill());
  const [port] = await once(shop.stdout, 'data');
  const url = `http://127.0.0.1:${String(port).trim()}`;
  expect(await (await fetch(url)).text()).toContain('<script type="module" src="/shop.js">');
  const started = await fetch(`${url}/api/start`, { method: 'POST' });
  expect(await started.json()).toMatchObject({ points: [{ short_name: expect.any(String) }] });
});

const PAGE = `<!doctype html><script type="module">
  import { createTillstream, verifyWebhook } from './client.js';
  const till = createTillstream({ baseUrl: location.origin, apiKey: location.hash.slice(1) });
  try {
    const points = await till.points.list();
    const { code } = await till.orders.get(999999999).catch((error) => error);
    const headers = new Headers({ 'x-service-signature': 'sha256=' + '0'.repeat(64) });
    const signed = await verifyWebhook('{}', headers, 'secret').catch((error) => error.code);
    globalThis.told = { points: points.length, code, signed };
  } catch (error) {
    globalThis.told = String(error.stack);
  }
</script>`;

const SECRET = `whsec_${Buffer.from('thirty-two bytes that are secret').toString('base64')}`;

/** After the README's receiver listens: a call that is right, and one that somebody changed. */
const CALL_OF_A_WEBHOOK = `
import { createHmac } from 'node:crypto';
const body = JSON.stringify({ event_id: 'e', event: 'reservation.created', data: { guest: { name: 'Aziza' } } });
const signature = 'sha256=' + createHmac('sha256', secret).update(body).digest('hex');
const call = async (text) => (await fetch('http://127.0.0.1:' + receiver.address().port, {
  method: 'POST', body: text, headers: { 'x-service-signature': signature, connection: 'close' },
})).status;
console.log('verified ' + (await call(body)) + ', altered ' + (await call(body + ' ')));
receiver.close();
leaving.abort();
`;

const SHOP = `
import { createAuditor, createTillstream, createVenue, verifyWebhook } from '@tillstream/client';
const to = { baseUrl: 'https://till.example.com', apiKey: 'k' };
const till = createTillstream(to);
const order = await till.orders.place({
  point_id: 'p', order_type_id: 2, payment_type_id: 1, client: { phone: '1' },
  items: [{ product_id: 1, quantity: 1 }], external_id: 'x',
});
export const total: number = order.total_amount;
// @ts-expect-error a status is a text
export const wrong: number = order.status;
// @ts-expect-error an order needs items
await till.orders.place({ point_id: 'p', order_type_id: 2, payment_type_id: 1, client: { phone: '1' } });
for await (const cheque of till.exports.cheques({ date_from: 'a', date_to: 'b' })) total.toFixed(cheque.total_amount);
const venue = createVenue(to);
await venue.commands.AcceptOrder({ order_id: 1 });
// @ts-expect-error a field that the command does not know
await venue.commands.AcceptOrder({ order: 1 });
// @ts-expect-error a command that is none
await venue.commands.AcceptOrders({ order_id: 1 });
// @ts-expect-error fields of another command
await venue.send([{ type: 'AcceptOrder', fields: { reservation_id: 'r' } }]);
for await (const { order } of venue.orders.stream()) order.status.toLowerCase();
const { events } = await createAuditor(to).entity('orders', 1).history();
events[0]?.type.toLowerCase();
// @ts-expect-error a kind that is none
createAuditor(to).entity('order', 1);
const event = await verifyWebhook('', {}, 's');
if (event.event === 'reservation.created') event.data.guests.toFixed();
// @ts-expect-error a ping has no guests
if (event.event === 'ping') event.data.guests;
`;
