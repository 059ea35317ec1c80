// A database of its own: it finds addresses with a name server of its own, which is silent for some names.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createNameResolver } from '../../src/processes/outbound/name-resolver.ts';
import { createHttpGateway } from '../../src/sms/http-gateway.ts';
import { command } from '../support/app.ts';
import { startNameServer } from '../support/name-server.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const PINGS = 40;
const OTHERS = 20;

const issueKey = async ({ till }: TestVenue, url: string): Promise<string> => {
  const fields = { audience: 'partner', name: 'app', permissions: ['table_booking'] };
  const { key_id } = await command(till, 'IssueKey', fields);
  await command(till, 'ConfigureWebhook', { key_id, url });
  return key_id;
};
/** Sends each again while it is told to: on a machine that stands still for seconds, the database is away for as long. */
const ping = async ({ till }: TestVenue, key_id: string, count: number): Promise<void> => {
  const pings = Array.from({ length: count }, () => ({ command_id: randomUUID(), key_id }));
  const send = (fields: object) => till.post('/venue/v1/commands/PingWebhook', fields);
  const sendUntilTaken = (fields: object) =>
    vi.waitUntil(
      async () => {
        const answer = await send(fields);
        return answer.status !== 503 && answer;
      },
      { timeout: 10_000, interval: 100 },
    );
  for (const answer of await Promise.all(pings.map(sendUntilTaken))) {
    expect(answer).toMatchObject({ status: 200, body: { status: expect.stringMatching(/^(accepted|duplicate)$/) } });
  }
};

test('a name whose name server is silent delays no other brand, no SMS and no order', async () => {
  const names = await startNameServer();
  const receiver = await startReceiver();
  const { port } = new URL(receiver.url);
  const app = await startVenueApp({
    outboundAllowPrivate: true,
    lookup: createNameResolver({ servers: [names.address] }),
    // By name, as gateways are: `localhost` needs a lookup too.
    sms: createHttpGateway({ url: `http://sms.localhost:${port}/`, lookup: createNameResolver() }),
  });
  onTestFinished(async () => {
    // Now it answers that there is no such name: what is under way ends at its next query.
    names.records = {};
    await app.stop();
    await receiver.close();
  });
  const [attacker, other] = [await createVenue(app), await createVenue(app)];
  const silentKey = await issueKey(attacker, 'https://silent.test/hook');
  const otherKey = await issueKey(other, `http://receiver.localhost:${port}/hook`);
  await ping(attacker, silentKey, PINGS);
  await vi.waitFor(() => expect(names.queries).not.toEqual([]), { timeout: 10_000, interval: 10 });

  // All of it while the first calls to the silent name are under way.
  await ping(other, otherKey, OTHERS);
  const [code, ...orders] = await Promise.all([
    other.partner.post('/v1/clients/auth/send-code', { phone: '+998901234567' }),
    ...Array.from({ length: OTHERS }, () => other.partner.post('/v1/orders', orderBody(other))),
  ]);
  expect(code.status).toBe(200);
  expect(orders.map(({ status }) => status)).toEqual(Array(OTHERS).fill(200));
  await vi.waitFor(() => expect(receiver.calls).toHaveLength(OTHERS + 1), { timeout: 10_000, interval: 10 });
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');

  // Each at its first attempt.
  const delivered = { status: 'delivered', attempts: [{ failure: null }] };
  await vi.waitFor(async () => {
    const { body } = await other.till.get('/venue/v1/deliveries?limit=100');
    expect(body.deliveries).toMatchObject(Array(OTHERS).fill(delivered));
  });
  // The calls to the silent name share a lookup.
  expect(names.queries.length).toBeLessThan(PINGS);
});
