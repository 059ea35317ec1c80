import { once } from 'node:events';
import { createServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from './open-store.ts';

const MB = 1024 * 1024;

test('the server may send a megabyte of an answer, and as much over the whole connection, before it waits for us', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sessions: ServerHttp2Session[] = [];
  server.on('session', (session) => sessions.push(session));
  // Any answer will do: what is looked at is how the client connects.
  server.on('stream', (stream) => stream.close());
  const store = openStore('eventstoredb', `esdb://127.0.0.1:${(server.address() as AddressInfo).port}?tls=false`);
  onTestFinished(async () => {
    await store.close();
    for (const session of sessions) session.destroy();
    server.close();
  });
  await expect(store.head()).rejects.toThrow();
  // The client library makes a connection of its own to ask what the server can do; the last one is for our calls.
  await vi.waitFor(() => {
    const { remoteSettings, state } = sessions.at(-1)!;
    expect(remoteSettings.initialWindowSize).toBe(MB);
    expect(state.remoteWindowSize).toBeGreaterThanOrEqual(MB);
  });
});
