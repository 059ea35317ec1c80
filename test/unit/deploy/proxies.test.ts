import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { need, pathOf, textOf } from './programs.ts';

const CERTIFICATE = pathOf('test/support/tls/node.pem');
const CA = readFileSync(pathOf('test/support/tls/ca.pem'));

let folder: string;
let app: Server;
let seen: IncomingHttpHeaders;
let received: number;
let release: () => void = () => {};
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillstream-proxy-'));
  // In place of the app: it tells what it was asked, and has a feed as the app has.
  app = createServer((req, res) => {
    seen = req.headers;
    if (req.url === '/feed') {
      res.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
      res.write('data: first\n\n');
      release = () => res.end('data: last\n\n');
      return;
    }
    received = 0;
    req.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    req.on('end', () => res.end('ok'));
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  app.closeAllConnections();
  app.close();
  await rm(folder, { recursive: true });
});

const freePort = async (): Promise<number> => {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
  /** Answers at the first piece of the body. */
  readonly firstPiece?: true;
}

const ask = (port: number, path: string, { method = 'GET', headers = {}, body, firstPiece }: Asked = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers,
      ca: CA,
      agent: false,
      checkServerIdentity: () => undefined,
    };
    const req = request(options, (res) => {
      let text = '';
      const answer = () => resolve({ status: res.statusCode!, text });
      res.on('data', (chunk: Buffer) => {
        text += chunk;
        if (firstPiece) answer();
      });
      res.on('end', answer);
    });
    req.on('error', reject);
    req.end(body);
  });

/** In place of 200 MB: to send so much takes long. */
const LIMIT = 4_000_000;

/** What is expected of each proxy, with its sample as it is but for ports and certificates. */
const expectSample = async (port: number, tooLargeIs: number): Promise<void> => {
  await vi.waitFor(async () => expect((await ask(port, '/')).status).toBe(200), { interval: 20, timeout: 10_000 });
  const forged = { 'x-forwarded-for': '1.2.3.4', forwarded: 'for=1.2.3.4', host: 'till.example.com' };
  expect(await ask(port, '/v1/menus?language=ru', { headers: forged })).toEqual({ status: 200, text: 'ok' });
  expect(seen).toMatchObject({
    host: 'till.example.com',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
  });
  expect(seen.forwarded).toBeUndefined();
  // A feed is passed on while it goes on.
  expect(await ask(port, '/feed', { firstPiece: true })).toEqual({ status: 200, text: 'data: first\n\n' });
  release();
  const body = Buffer.alloc(3_000_000);
  expect((await ask(port, '/v1/orders', { method: 'POST', body })).status).toBe(200);
  expect(received).toBe(body.length);
  const tooLarge = Buffer.alloc(LIMIT + 1);
  const refused = await ask(port, '/v1/orders', { method: 'POST', body: tooLarge });
  expect([refused.status, received < tooLarge.length]).toEqual([tooLargeIs, true]);
  expect((await ask(port, '/metrics')).status).toBe(404);
};

const start = (program: string, args: readonly string[], env: Record<string, string> = {}): void => {
  started.push(spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: folder, ...env } }));
};

test('the sample of nginx passes feeds on at once, says who calls, and bounds bodies', async (context) => {
  need(context, 'nginx');
  const port = await freePort();
  const sample = textOf('deploy/nginx/tillstream.conf')
    .replace('127.0.0.1:8080', `127.0.0.1:${(app.address() as AddressInfo).port}`)
    .replace('client_max_body_size 200m', `client_max_body_size ${LIMIT}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/(ssl_certificate(_key)?) \S+;/g, `$1 ${CERTIFICATE};`);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const around = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {} http { access_log off; ${temp.join(' ')} ${sample} }`;
  await writeFile(join(folder, 'nginx.conf'), around);
  start('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'error.log')]);
  await expectSample(port, 413);
});

test('the sample of Caddy does the same', async (context) => {
  need(context, 'caddy');
  const port = await freePort();
  const sample = textOf('deploy/caddy/Caddyfile')
    .replace('max_size 210MB', `max_size ${LIMIT}`)
    .replace(
      'till.example.com {',
      `https://127.0.0.1:${port}, https://till.example.com:${port} {\n\ttls ${CERTIFICATE} ${CERTIFICATE}`,
    )
    .replace('127.0.0.1:8080', `127.0.0.1:${(app.address() as AddressInfo).port}`);
  // Without the last setting Caddy would make the machine trust a root of its own, which takes seconds.
  await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n\tskip_install_trust\n}\n${sample}`);
  start('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
  await expectSample(port, 502);
});
