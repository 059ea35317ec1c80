import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../../src/api/http/route.ts';
import { startFakeApp } from './fake-app.ts';

const ping = defineRoute({
  ...{ method: 'get', path: '/ping', audience: 'partner', tags: ['Fake'], summary: 'Something' },
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
