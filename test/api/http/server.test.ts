import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import type { HttpApp } from '../../../src/api/http/app.ts';
import { startServer } from '../../../src/api/http/server.ts';

/** An app that answers when it is told to. */
const startSlowApp = async (drainMs?: number) => {
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const app = express();
  app.get('/slow', async (_req, res) => {
    arrived.resolve();
    await gate.promise;
    res.send('done');
  });
  app.get('/', (_req, res) => void res.send('ok'));
  const ended = { streams: false };
  const httpApp: HttpApp = Object.assign(app, {
    endStreams: () => {
      ended.streams = true;
    },
  });
  const server = await startServer(httpApp, { host: '127.0.0.1', port: 0, ...(drainMs !== undefined && { drainMs }) });
  return { server, arrived: arrived.promise, answer: gate.resolve, ended, url: `http://127.0.0.1:${server.port}` };
};

describe('startServer', () => {
  it('lets a request under way finish, takes no new one, and then is closed', async () => {
    const { server, arrived, answer, ended, url } = await startSlowApp();
    const slow = fetch(`${url}/slow`).then((response) => response.text());
    await arrived;
    const closed = server.close();
    expect(ended.streams).toBe(true);
    await expect(fetch(url)).rejects.toThrow();
    answer();
    expect(await slow).toBe('done');
    await closed;
  });

  it('does not wait for connections that are kept alive', async () => {
    const { server, url } = await startSlowApp();
    const agent = new Agent({ keepAlive: true });
    const [response] = await once(request(url, { agent }).end(), 'response');
    response.resume();
    await once(response, 'end');
    // A client that connected and says nothing is idle, too.
    const silent = connect(server.port, '127.0.0.1');
    await once(silent, 'connect');
    const started = performance.now();
    await server.close();
    expect(performance.now() - started).toBeLessThan(5_000);
    agent.destroy();
    silent.destroy();
  });

  it('closes a connection that falls idle only while it stops', async () => {
    const { server, arrived, answer, url } = await startSlowApp();
    const agent = new Agent({ keepAlive: true });
    const response = once(request(`${url}/slow`, { agent }).end(), 'response');
    await arrived;
    const started = performance.now();
    const closed = server.close();
    answer();
    (await response)[0].resume();
    await closed;
    // Well below the time after which it would be cut.
    expect(performance.now() - started).toBeLessThan(5_000);
    agent.destroy();
  });

  it('cuts a request that does not finish in time', async () => {
    const { server, arrived, url } = await startSlowApp(50);
    const slow = fetch(`${url}/slow`);
    slow.catch(() => {});
    await arrived;
    await server.close();
    await expect(slow).rejects.toThrow();
  });

  it('closes once, however often it is told', async () => {
    const { server } = await startSlowApp();
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });

  it('rejects when the address is taken', async () => {
    const { server } = await startSlowApp();
    const app = Object.assign(express(), { endStreams: () => {} });
    await expect(startServer(app, { host: '127.0.0.1', port: server.port })).rejects.toThrow('EADDRINUSE');
    await server.close();
  });
});
