import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../../src/api/http/route.ts';
import { startFakeApp } from './fake-app.ts';

const ping = defineRoute({
  method: 'get',
  operationId: 'aRoute',
  path: '/ping',
  audience: 'partner',
  tags: ['Fake'],
  summary: 'Something',
  responses: { 200: z.object({ ok: z.boolean() }) },
  handler: () => ({ body: { ok: true } }),
});

it('clients who keep their connections busy are told to close them, and lose no request', async () => {
  const app = await startFakeApp([ping], { perKey: 1e9, graceMs: 10_000 });
  const headers = { authorization: `Bearer ${app.tokenOf()}` };
  let answers = 0;
  /** One request after the other over one connection, until the server says that it was the last. */
  const keepAsking = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let connection: string | undefined; connection !== 'close'; ) {
      const [response] = (await once(request(`${app.url}/v1/ping`, { agent, headers }).end(), 'response')) as [
        IncomingMessage,
      ];
      response.resume();
      await once(response, 'end');
      connection = response.headers.connection;
      answers++;
    }
    agent.destroy();
  };
  const clients = Promise.all(Array.from({ length: 12 }, keepAsking));
  while (answers < 500) await new Promise(setImmediate);
  const began = performance.now();
  await Promise.all([app.close(), clients]);
  // With the last connection, and not when the time is over.
  expect(performance.now() - began).toBeLessThan(9_000);
});

it('every answer tells clients to close the connection once the server is told to stop, and none before', async () => {
  const gate = Promise.withResolvers<void>();
  const waiting = Promise.withResolvers<void>();
  const late = defineRoute({
    method: 'get',
    operationId: 'aRoute',
    path: '/late',
    audience: 'partner',
    tags: ['Fake'],
    summary: 'Answers when told to',
    responses: { 200: z.object({}) },
    handler: async () => {
      waiting.resolve();
      await gate.promise;
      return { body: {} };
    },
  });
  const app = await startFakeApp([ping, late], { graceMs: 10_000 });
  const headers = { authorization: `Bearer ${app.tokenOf()}` };
  const connectionAfter = async (path: string) => {
    const response = await fetch(app.url + path, { headers });
    await response.arrayBuffer();
    return [path, response.status, response.headers.get('connection')];
  };
  const answers = [
    ...[['/v1/ping', 200] as const, ['/v1/nothing', 404] as const, ['/docs', 200] as const],
    ...[['/docs/swagger-ui.css', 200] as const, ['/docs/nothing', 404] as const, ['/openapi.json', 200] as const],
  ];
  for (const [path, status] of answers) expect(await connectionAfter(path)).toEqual([path, status, 'keep-alive']);

  // One that holds a connection, and was asked before.
  const underWay = connectionAfter('/v1/late');
  await waiting.promise;
  const closed = app.close();
  for (const [path, status] of answers) expect(await connectionAfter(path)).toEqual([path, status, 'close']);
  gate.resolve();
  expect(await underWay).toEqual(['/v1/late', 200, 'close']);
  await closed;
});
