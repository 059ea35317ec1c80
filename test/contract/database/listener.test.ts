import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createListener } from '../../../src/database/listener.ts';
import { createTestDatabase } from '../../support/database.ts';

/** A way to the server that is cut whenever the other end begins to listen, so many times. */
const startCutter = async (serverUrl: string) => {
  const { hostname, port: serverPort } = new URL(serverUrl);
  const state = { cuts: 0, connections: 0 };
  const proxy = createServer((client) => {
    state.connections++;
    const server = connect(Number(serverPort), hostname);
    for (const socket of [client, server]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      if (chunk.includes('listen ') && state.cuts-- > 0) client.destroy();
      else server.write(chunk);
    });
    server.pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  return Object.assign(state, { url: Object.assign(new URL(serverUrl), { host: `127.0.0.1:${port}` }).href });
};

test('a connection that breaks while it is made is followed by one other, however often', async () => {
  const database = await createTestDatabase();
  const way = await startCutter(database.url);
  const listener = await createListener(way.url, ['bell']);
  const heard: string[] = [];
  listener.notifications.subscribe(({ payload }) => heard.push(payload));
  way.cuts = 4;
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'tillstream-listen'`,
  );
  await vi.waitFor(() => expect(heard).toEqual(['']));
  await database.pool.query(`notify bell, 'ding'`);
  await vi.waitFor(() => expect(heard).toEqual(['', 'ding']));
  expect(way.connections).toBe(1 + 4 + 1);
  await listener.close();
  await database.drop();
});

test('the first connection that breaks is told to whoever wanted it, and is not tried again', async () => {
  const database = await createTestDatabase();
  const way = await startCutter(database.url);
  way.cuts = 1;
  await expect(createListener(way.url, ['bell'])).rejects.toThrow();
  const second = await createListener(way.url, ['bell']);
  expect(way.connections).toBe(2);
  await second.close();
  await database.drop();
});
