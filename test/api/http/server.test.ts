import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import type { HttpApp } from '../../../src/api/http/app.ts';
import { expressKinds } from '../../../src/api/http/express-kinds.ts';
import { messageOf } from '../../../src/api/http/messages/messages.ts';
import { startServer } from '../../../src/api/http/server.ts';
import { exchange } from '../../support/exchange.ts';

/** An app that answers when it is told to. */
const startSlowApp = async (drainMs?: number, headersMs?: number, stalledMs?: number) => {
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const app = express();
  app.get('/slow', async (_req, res) => {
    arrived.resolve();
    await gate.promise;
    res.send('done');
  });
  app.get('/', (_req, res) => void res.send('ok'));
  app.post('/', (req, res) => void req.resume().once('end', () => res.send('read')));
  app.get('/large', (_req, res) => {
    res.once('close', () => over.resolve());
    res.send('x'.repeat(20_000_000));
  });
  app.get('/stream', (_req, res) => {
    res.write('begun');
    arrived.resolve();
  });
  const ended = { streams: false };
  const httpApp: HttpApp = Object.assign(app, {
    kinds: expressKinds(app),
    endStreams: () => {
      ended.streams = true;
    },
  });
  const server = await startServer(httpApp, {
    host: '127.0.0.1',
    port: 0,
    ...(drainMs !== undefined && { drainMs }),
    ...(headersMs !== undefined && { headersMs }),
    ...(stalledMs !== undefined && { readers: { stalledMs } }),
  });
  const url = `http://127.0.0.1:${server.port}`;
  return { server, arrived: arrived.promise, answer: gate.resolve, over: over.promise, ended, url };
};

describe('startServer', () => {
  it('startServer lets a request under way finish, takes no new one, and then is closed', async () => {
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

  it('startServer does not wait for connections that are kept alive', async () => {
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

  it('startServer closes a connection that falls idle only while it stops', async () => {
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

  it('startServer cuts a request that does not finish in time', async () => {
    const { server, arrived, url } = await startSlowApp(50);
    const slow = fetch(`${url}/slow`);
    slow.catch(() => {});
    await arrived;
    await server.close();
    await expect(slow).rejects.toThrow();
  });

  it('startServer closes once, however often it is told', async () => {
    const { server } = await startSlowApp();
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });

  it('startServer cuts a client that stops reading its answer, and no other', async () => {
    const { server, over, url } = await startSlowApp(50, undefined, 500);
    const silent = (await fetch(`${url}/stream`)).text();
    silent.catch(() => {});
    const frozen = connect(server.port, '127.0.0.1').pause();
    frozen.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    await over;
    frozen.destroy();
    // One that has all there is may wait for more.
    expect(await Promise.race([silent, 'still there'])).toBe('still there');
    await server.close();
  });

  it('startServer rejects when the address is taken', async () => {
    const { server } = await startSlowApp();
    const taken = express();
    const app = Object.assign(taken, { endStreams: () => {}, kinds: expressKinds(taken) });
    await expect(startServer(app, { host: '127.0.0.1', port: server.port })).rejects.toThrow('EADDRINUSE');
    await server.close();
  });
});

const parse = (answer: string) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [statusLine = '', ...headers] = head.split('\r\n');
  const byName = Object.fromEntries(headers.map((line) => line.toLowerCase().split(': ')));
  return { status: Number(statusLine.split(' ')[1]), headers: byName, body: JSON.parse(body) };
};

describe('what is no request', () => {
  const HOST = 'Host: localhost\r\n';
  it.each([
    ['a path over 16 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431, 'headers_too_large'],
    ['headers over 16 KB', `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    [
      'far more than it reads',
      `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(2_000_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['no HTTP', 'EHLO tillstream\r\n\r\n', 400, 'http_malformed'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01', 400, 'http_malformed'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'http_malformed'],
    ['a header of no name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`, 400, 'http_malformed'],
    ['a control character', `GET / HTTP/1.1\r\n${HOST}X: a\x00b\r\n\r\n`, 400, 'http_malformed'],
    ['two lengths', `POST / HTTP/1.1\r\n${HOST}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`, 400, 'http_malformed'],
    [
      'two ways to tell where the body ends',
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'http_malformed',
    ],
    ['a broken chunk', `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, 'http_malformed'],
  ])('a broken request is answered as every error is: %s', async (_, bytes, status, code) => {
    const { server } = await startSlowApp();
    const answer = parse(await exchange(server.port, bytes));
    expect(answer).toMatchObject({ status, body: { code, message: messageOf('en', code) } });
    expect(answer.headers['x-request-id']).toBe(answer.body.request_id);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    await server.close();
  });

  it('a broken request is answered when it does not arrive in time', async () => {
    const { server } = await startSlowApp(undefined, 60);
    expect(parse(await exchange(server.port, 'GET / HTTP/1.1\r\nHost: '))).toMatchObject({
      status: 408,
      body: { code: 'request_timeout' },
    });
    await server.close();
  });

  it('a broken request is not carried out when the rest of it comes after that answer', async () => {
    const { server, arrived } = await startSlowApp(undefined, 60);
    let isCarriedOut = false;
    void arrived.then(() => {
      isCarriedOut = true;
    });
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write('GET /slow HTTP/1.1\r\n');
    expect(String((await once(socket, 'data'))[0])).toContain('request_timeout');
    socket.end(`${HOST}\r\n`);
    await once(socket, 'close');
    expect(isCarriedOut).toBe(false);
    await server.close();
  });

  it('a broken request never gets into an answer that has begun', async () => {
    const { server, arrived } = await startSlowApp();
    const answer = await exchange(server.port, `GET /stream HTTP/1.1\r\n${HOST}\r\n`, arrived, 'no HTTP\r\n\r\n');
    expect(answer).toMatch(/begun\r\n$/);
    expect(answer).not.toContain('http_malformed');
    await server.close();
  });

  it('a request with an unknown expectation is answered', async () => {
    const { server } = await startSlowApp();
    const asked = `GET / HTTP/1.1\r\n${HOST}Expect: cake\r\nConnection: close\r\n\r\n`;
    expect(await exchange(server.port, asked)).toMatch(/^HTTP\/1.1 200 OK/);
    await server.close();
  });

  it('an HTTP/1.0 request without a host is answered: load balancers send such checks', async () => {
    const { server } = await startSlowApp();
    expect(await exchange(server.port, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 OK/);
    await server.close();
  });
});
