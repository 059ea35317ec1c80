import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';

const PAGE = new URL('../../docs/webhooks.md', import.meta.url);
const SECRET = `whsec_${Buffer.from('a secret of the tests, 32 bytes.').toString('base64')}`;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

test('the receiver of the page about webhooks takes a call that is signed, and refuses an altered one', async () => {
  const [, code] = /^```js\n(.*?)^```$/ms.exec(await readFile(PAGE, 'utf8'))!;
  // Where its package is found.
  const folder = resolve('node_modules/.cache/webhook-receiver');
  await mkdir(folder, { recursive: true });
  await writeFile(resolve(folder, 'receiver.mjs'), code!);
  const port = await freePort();
  const receiver = spawn(process.execPath, [resolve(folder, 'receiver.mjs')], {
    env: { ...process.env, SECRET, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void receiver.kill());

  const body = JSON.stringify({ event: 'order.created', event_id: 'e-1', data: { order_id: 7, status: 'CREATED' } });
  const at = new Date();
  const headers = {
    'webhook-id': 'e-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('e-1', at, body),
  };
  const call = async (sent: string) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: sent, headers })).status;
  await expect.poll(() => call(body).catch(() => 0), { timeout: 30_000 }).toBe(204);
  expect(await call(body.replace('CREATED', 'CLOSED'))).toBe(401);
  const [printed] = await once(receiver.stdout, 'data');
  expect(String(printed)).toBe('order.created e-1 7 CREATED\n');
});
