import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../../src/api/http/route.ts';
import { type FakeApp, startFakeApp } from './fake-app.ts';

const ARRIVE_MS = 60;
/** The large one is beyond what its route needs: it is read in turn. */
const BODIES = { small: JSON.stringify('x'.repeat(100)), large: JSON.stringify('x'.repeat(1_500_000)) };

let app: FakeApp;
let carriedOut = 0;

beforeEach(async () => {
  carriedOut = 0;
  const carryOut = defineRoute({
    method: 'post',
    operationId: 'aRoute',
    path: '/carry-out',
    audience: 'partner',
    tags: ['Fake'],
    summary: 'Something',
    body: z.string(),
    responses: { 200: z.object({}) },
    handler: () => {
      carriedOut += 1;
      return { body: {} };
    },
  });
  app = await startFakeApp([carryOut], { arriveMs: ARRIVE_MS, bodyLimit: 2_000_000 });
});
afterEach(() => app.close());

const begin = async (body: string): Promise<Socket> => {
  const socket = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true });
  const lines = [
    ...['POST /v1/carry-out HTTP/1.1', 'Host: here', 'Content-Type: application/json'],
    ...[`Authorization: Bearer ${app.tokenOf()}`, `Content-Length: ${body.length}`, '', ''],
  ];
  socket.write(lines.join('\r\n') + body.slice(0, 50));
  return socket;
};

test.each(Object.entries(BODIES))(
  'a %s body that is not there in time is answered 408, and is not carried out when the rest comes',
  async (_, body) => {
    const socket = await begin(body);
    expect(String((await once(socket, 'data'))[0])).toContain('request_timeout');
    socket.end(body.slice(50));
    await once(socket, 'close');
    // The line of its end: nothing more is done for it.
    await vi.waitFor(() => expect(app.logs.some(({ route }) => route === '/v1/carry-out')).toBe(true));
    expect(carriedOut).toBe(0);
  },
);
