// A database of its own: it compares exports of the whole log before and after an erasure.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { StoreUnavailable } from '../../src/event-store/errors.ts';
import { parseVerifierKey } from '../../src/transparency/note.ts';
import { verifyExport } from '../../src/transparency/verify-export.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { booked, createFloor, type TestFloor } from '../support/floor.ts';
import { orderBody } from '../support/venue.ts';
import { answerWith, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const clock = createClock();
const reason = 'asked by letter 17';
let app: TestApp;
let floor: TestFloor;
let receiver: WebhookReceiver;
let phones = 0;

beforeAll(async () => {
  app = await startTestApp({ clock: clock.read, outboundAllowPrivate: true });
  floor = await createFloor(app);
  receiver = await startReceiver();
  await command(floor.till, 'OpenShift', { point_id: floor.point_id, cashier_id: floor.cashier_id });
});
afterAll(async () => {
  await receiver?.close();
  await app?.stop();
});

/** A new client whose cheque is closed. */
const served = async () => {
  phones += 1;
  const phone = `+9989077701${String(phones).padStart(2, '0')}`;
  const body = orderBody(floor, { client: { phone, name: 'Zulfiya' }, comment: 'Ring twice' });
  const { order_id } = (await floor.partner.post('/v1/orders', body)).body;
  const { client, total_amount } = (await floor.till.get(`/venue/v1/orders/${order_id}`)).body;
  await command(floor.till, 'AcceptOrder', { order_id });
  const payments = [{ payment_type_id: floor.cash, amount: total_amount }];
  await command(floor.till, 'CloseCheque', { order_id, cashier_id: floor.cashier_id, payments });
  return { phone, order_id, client_id: client.client_id as number };
};
async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

test('an erasure changes no hash: exports and checkpoints of before are proved as before', async () => {
  const { client_id } = await served();
  const get = (path: string, headers = {}) => floor.auditor.get(`/audit/v1/${path}`, headers);
  const exported = async (query: string): Promise<string[]> =>
    String((await get(`events?${query}`, { accept: 'application/x-ndjson' })).body)
      .trimEnd()
      .split('\n');
  const key = parseVerifierKey((await get('log/key')).body.verifier_key);
  const before = await exported('limit=10000');
  const checkpoint = (await get('log/checkpoint?new=true')).body;
  expect(before.join()).toContain('Zulfiya');

  await command(floor.till, 'EraseClient', { client_id, reason });
  const after = await exported(`limit=${before.length - 1}`);
  expect(after.join()).not.toContain('Zulfiya');
  for (const lines of [before, after]) {
    expect(await verifyExport(each(lines), [key], eventCatalogue)).toMatchObject({
      events: before.length - 1,
      problems: [],
    });
  }
  const leaves = (lines: readonly string[]) => JSON.parse(lines.at(-1)!).proof.events;
  expect(leaves(after)).toEqual(leaves(before));
  const now = (await get('log/checkpoint?new=true')).body;
  const path = `log/consistency?from=${checkpoint.size}&to=${now.size}`;
  expect(now.size).toBeGreaterThan(checkpoint.size);
  expect((await get(path)).status).toBe(200);
});

test('orders, sums, reports and exports stay', async () => {
  const { client_id, order_id } = await served();
  const period = { date_from: '2026-03-01', date_to: '2026-03-31' };
  const days = new URLSearchParams(period);
  const olap = (fields: object) => ({ path: '/v1/reports/olap', body: { kind: 'sales', ...period, ...fields } });
  const asked: readonly { readonly path: string; readonly body?: object }[] = [
    ...['export/cheques', 'export/cheque-lines', 'export/returns', 'reports/shifts'].map((what) => ({
      path: `/v1/${what}?${days}`,
    })),
    { path: '/v1/reports/products' },
    olap({ group_by: ['date', 'product'], measures: ['cheques_count', 'clients_count', 'net_amount'] }),
    olap({ group_by: ['client'], measures: ['revenue'] }),
  ];
  // biome-ignore lint/suspicious/noExplicitAny: answers as varied as the routes
  const answers = (): Promise<any[]> =>
    Promise.all(
      asked.map(async ({ path, body }) => {
        const { partner } = floor;
        const answer = await (body ? partner.post(path, body) : partner.get(path));
        expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
        return { path, ...answer.body, as_of: null };
      }),
    );
  const before = await answers();
  expect(JSON.stringify(before[0])).toContain(String(order_id));
  expect(before.at(-1).rows).toContainEqual({ client_id, revenue: expect.any(Number) });
  await command(floor.till, 'EraseClient', { client_id, reason });
  expect(await answers()).toEqual(before);
});

test('a call that waits and names the guest is not made any more, and no call tells of the erasure', async () => {
  await command(floor.till, 'ConfigureWebhook', { key_id: floor.bookerKeyId, url: receiver.url });
  receiver.answer = answerWith(503);
  const phone = '+998907770200';
  const { id } = await booked(floor, { guest: { phone, name: 'Zulfiya' } });
  await command(floor.till, 'CancelReservation', { reservation_id: id });
  const tick = async () => {
    await app.tillstream.processes.tick();
    await app.tillstream.outbound.idle();
  };
  const waiting = async () => (await floor.till.get('/venue/v1/deliveries?status=pending')).body.deliveries;
  await vi.waitFor(async () => {
    await tick();
    expect((await waiting()).filter(({ attempts }: { attempts: unknown[] }) => attempts.length > 0)).toHaveLength(2);
  });
  const made = receiver.calls.length;
  receiver.answer = answerWith(204);

  await command(floor.till, 'EraseClient', { phone, reason });
  const { deliveries } = (await floor.till.get('/venue/v1/deliveries')).body;
  expect(deliveries.map(({ status, reason }: Record<string, string>) => `${status} ${reason}`)).toEqual([
    'undelivered erased',
    'undelivered erased',
  ]);
  for (let round = 0; round < 3; round++) {
    clock.move(10 * MINUTE);
    await tick();
  }
  expect(receiver.calls).toHaveLength(made);
  expect((await floor.till.get('/venue/v1/deliveries')).body.deliveries).toHaveLength(2);
});

test('what an auditor asks for is not shown if the reading cannot be recorded', async () => {
  const { client_id, phone } = await served();
  const ndjson = { accept: 'application/x-ndjson' };
  const { auditor } = floor;
  const ask = () =>
    Promise.all([
      auditor.get(`/audit/v1/clients/${client_id}/history`),
      auditor.get(`/audit/v1/clients/${client_id}/personal-data`),
      auditor.post('/audit/v1/personal-data', { phone }),
    ]);
  expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200]);
  const append = vi.spyOn(app.tillstream.store, 'append').mockRejectedValue(new StoreUnavailable('the log is away'));
  try {
    for (const { status, body } of await ask()) {
      expect(status).toBe(503);
      expect(JSON.stringify(body)).not.toContain(phone);
    }
    const answer = await auditor.get('/audit/v1/events?type=ClientRegistered', ndjson).catch(() => null);
    expect(JSON.stringify(answer?.body ?? '')).not.toContain(phone);
  } finally {
    append.mockRestore();
  }
});
