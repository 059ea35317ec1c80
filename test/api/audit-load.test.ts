// A database of its own: its readers are given up after a second, and an order has thousands of events.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { leastOf } from '../support/least-of.ts';
import { metricOf } from '../support/metric.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

const EVENTS = 3_000;
const AUDITS = 50;

let app: TestApp;
let audited: TestVenue;
let other: TestVenue;
let order_id: number;

beforeAll(async () => {
  app = await startVenueApp({ readerStalledMs: 1_000 });
  [audited, other] = await Promise.all([createVenue(app), createVenue(app)]);
  const placed = await audited.partner.post('/v1/orders', orderBody(audited));
  expect(placed.status).toBe(200);
  ({ order_id } = placed.body);
  const { store } = app.tillstream;
  const stream = `order-${order_id}`;
  const [first] = await store.read(stream);
  const nobody = { waiter_id: null, courier_id: null, table_id: null, organization_id: null };
  for (let count = 0; count < EVENTS; count += 100) {
    const events = Array.from({ length: 100 }, () => ({
      id: randomUUID(),
      type: 'ChequeAssigned',
      data: { order_id, persons: 2, ...nobody },
      // So that all of them are more than the system holds for a client.
      metadata: {
        ...first!.metadata,
        command_id: randomUUID(),
        actor: { ...first!.metadata.actor, name: 'x'.repeat(4_000) },
      },
    }));
    await store.append(stream, 'any', events);
  }
  await app.tillstream.shown(await store.head());
}, 60_000);
afterAll(() => app.stop());

const MB = 1024 ** 2;
const UNREAD = 58;
const SOON = { timeout: 40_000, interval: 20 };

/** A neighbour asks so long after each answer, as people do. One who asks all the time would be most of the load. */
const THINK_MS = 5;

const metric = (name: string): Promise<number> => metricOf(app, name);

/** Asks for all events, and reads nothing of the answer. */
const askAndReadNothing = async (accept: string): Promise<Socket> => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    'GET /audit/v1/events?limit=10000 HTTP/1.1\r\nHost: x\r\n' +
      `Authorization: Bearer ${audited.auditor.token}\r\nAccept: ${accept}\r\n\r\n`,
  );
  return socket;
};

/** The 99th percentile of another brand's orders, in milliseconds, for as long as `isOver` says no, and 100 orders at least. */
const p99 = async (isOver: () => Promise<boolean>): Promise<number> => {
  const times: number[] = [];
  while (times.length < 100 || !(await isOver())) {
    const began = performance.now();
    expect((await other.partner.post('/v1/orders', orderBody(other))).status).toBe(200);
    times.push(performance.now() - began);
    await delay(THINK_MS);
  }
  return times.sort((first, second) => first - second)[Math.ceil(times.length * 0.99) - 1]!;
};

/** Milliseconds of one request after another, for as long as the work goes on. */
const meanwhile = async (work: Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver || times.length < 50) {
    const began = performance.now();
    expect((await other.partner.get('/v1/points')).status).toBe(200);
    times.push(performance.now() - began);
    await delay(THINK_MS);
  }
  return times;
};

test('audits of an order with thousands of events, many at once, keep others no longer than one does', async () => {
  const audit = () =>
    fetch(`${app.url}/audit/v1/orders/${order_id}/history`, {
      headers: { authorization: `Bearer ${audited.auditor.token}` },
    }).then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    });
  const worst = async (audits: readonly Promise<number>[]): Promise<number> => {
    const times = await meanwhile(Promise.all(audits));
    return Math.max(...times);
  };
  // One at a time is what an auditor may cost others. So the bound moves with the machine.
  const one = Math.max(await worst([audit()]), await worst([audit()]), await worst([audit()]));
  const rounds: Promise<number>[][] = [];
  const many = () => {
    const audits = Array.from({ length: AUDITS }, audit);
    rounds.push(audits);
    return worst(audits);
  };
  expect(await leastOf(many, 6 * one)).toBeLessThan(6 * one);
  // One goes on, eight wait, and the others are to come again.
  const statuses = await Promise.all(rounds[0]!);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(AUDITS / 2);
});

test.each(['application/json', 'application/x-ndjson'])(
  'all events, asked for 58 times and never read, hold little memory and no neighbour: %s',
  { timeout: 90_000 },
  async (accept) => {
    const before = await p99(async () => true);
    const OVER = 'tillstream_http_requests_total{method="GET",route="/audit/v1/events"';
    const over = await metric(OVER);
    const cut = await metric('tillstream_readers_cut_total');
    const sockets = await Promise.all(Array.from({ length: UNREAD }, () => askAndReadNothing(accept)));
    let most = 0;
    const during = await p99(async () => {
      most = Math.max(most, await metric('tillstream_unread_answer_bytes'));
      // Those who wait in the line are cut off one after another. The first two are enough.
      return (await metric(OVER)) - over > UNREAD - 9 && (await metric('tillstream_readers_cut_total')) > cut + 1;
    });
    // Of one page at a time, for the one that is sent and for those that wait in the line.
    expect(most).toBeLessThan(6 * MB);
    // The bound moves with the machine.
    expect(during).toBeLessThan(10 * before + 100);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect(await metric('tillstream_unread_answer_bytes')).toBe(0), SOON);
    expect((await audited.auditor.get('/audit/v1/events?limit=2')).status).toBe(200);
  },
);
