import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { verify } from '@octokit/webhooks-methods';
import { expect, onTestFinished, test } from 'vitest';
import { resend } from '../../../src/processes/webhooks/queue.ts';
import { type Answering, answerWith, startReceiver } from '../../support/webhook-receiver.ts';
import { createDeliveries, type Deliveries } from '../../support/webhook-sender.ts';
import { setUp } from './support.ts';

/** Deterministic: a run that fails can be run again. */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const raw =
  (text: string, then: (socket: Socket) => void): Answering =>
  (response) => {
    const socket = response.socket!;
    socket.write(text, () => then(socket));
  };
const nothingMore = (): void => {};

/** What goes wrong before a 2xx has come. */
const FAILING: Record<string, Answering> = {
  reset: (response) => void response.socket!.resetAndDestroy(),
  closed: (response) => void response.socket!.destroy(),
  hangs: nothingMore,
  'answers 500': answerWith(500),
  'answers 404': answerWith(404),
  redirects: answerWith(302, { location: '/elsewhere' }),
  'redirects for good': answerWith(308, { location: '/elsewhere' }),
  'slow head': raw('HTTP/1.1 200 OK\r\ncontent-', nothingMore),
  'truncated head': raw('HTTP/1.1 200 OK\r\ncontent-le', (socket) => socket.destroy()),
  'no HTTP': raw('hello\r\n\r\n', nothingMore),
  '500 with a slow body': raw('HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\nwell', nothingMore),
};
/** Whatever comes after a 2xx is not looked at. */
const DELIVERING: Record<string, Answering> = {
  204: answerWith(204),
  '200 with a slow body': raw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nwell', nothingMore),
  '200 truncated': raw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nwell', (socket) => socket.destroy()),
  '200 that never ends': (response) => {
    response.writeHead(200);
    // Until the caller hangs up: `writable` stays true after that, and this would go on for good.
    const more = (): void => {
      if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more));
    };
    more();
  },
};

/** A port nobody listens on. */
const closedPort = async (): Promise<number> => {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

test('a thousand faults of every kind end with every event delivered', { timeout: 120_000 }, async () => {
  const line = await setUp({ timeoutMs: 400 });
  const random = createRandom(20_260_302);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const refusing = `http://127.0.0.1:${await closedPort()}/hook`;
  const faults = new Map<string, number>();
  const count = (fault: string): void => void faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const accepted = new Map<string, number>();
  const bodies = new Map<string, string>();
  let badSignatures = 0;
  receiver.answer = (response, call, request) => {
    if (request.url !== '/hook') throw new Error('a redirect was followed');
    const { event_id } = call.body;
    expect(bodies.get(event_id) ?? call.raw).toBe(call.raw);
    bodies.set(event_id, call.raw);
    void verify(line.secret, call.raw, String(call.headers['x-service-signature'])).then((isSigned) => {
      if (!isSigned) badSignatures += 1;
    });
    const name = random() < 0.6 ? pick(Object.keys(FAILING)) : pick(Object.keys(DELIVERING));
    if (name in FAILING || name !== '204') count(name);
    if (name in DELIVERING) accepted.set(event_id, (accepted.get(event_id) ?? 0) + 1);
    (FAILING[name] ?? DELIVERING[name])!(response, call, request);
  };
  const urlOf = (): string => {
    if (random() > 0.08) return receiver.url;
    count('refused');
    return refusing;
  };
  /** The process dies after the call and before it is recorded, or after that and before it knows. */
  const crashing = (deliveries: Deliveries): Deliveries => ({
    ...deliveries,
    // A few at a time: more would time out by themselves on a busy machine, and prove nothing more.
    due: (now, shown) => deliveries.due(now, shown, 25, []),
    record: async (outcome) => {
      const chance = random();
      if (chance > 0.96) await deliveries.record(outcome);
      if (chance < 0.92) return deliveries.record(outcome);
      count('killed');
      throw new Error('killed');
    },
  });

  const keys = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const eventIds = (await Promise.all(keys.map((key) => line.fill(key, 150)))).flat();
  for (let round = 0; (await line.statuses()).delivered !== eventIds.length; round++) {
    expect(round).toBeLessThan(300);
    // A process of its own: it remembers nothing of the one before.
    const sender = line.createSender(urlOf, crashing);
    await sender.tick(new Date(line.clock.now));
    await sender.idle();
    line.clock.now += 6 * 3_600_000;
    const { rows } = await line.pool.query<{ id: number }>(
      "select id from app.deliveries where status = 'undelivered'",
    );
    for (const { id } of rows) await resend(line.pool, id, new Date(line.clock.now).toISOString(), round + 1);
  }

  const total = [...faults.values()].reduce((sum, each) => sum + each, 0);
  console.log(`${total} faults:`, Object.fromEntries(faults));
  expect(eventIds.filter((id) => !accepted.has(id))).toEqual([]);
  expect(badSignatures).toBe(0);
  expect(total).toBeGreaterThanOrEqual(1_000);
  expect([...faults.keys()].sort()).toEqual(
    ['refused', 'killed', ...Object.keys(FAILING), ...Object.keys(DELIVERING).filter((name) => name !== '204')].sort(),
  );
});

test('an attempt that two processes store counts once, and so does a wish to send again', async () => {
  const line = await setUp();
  await line.fill(randomUUID(), 1);
  const deliveries = [1, 2].map(() => createDeliveries(line.pool, async () => {}));
  const now = new Date(line.clock.now);
  const [delivery] = await deliveries[0]!.due(now, {}, 1, []);
  const attempt = { at: now.toISOString(), duration_ms: 1, status_code: 500, failure: 'not_2xx' };
  const verdict = { status: 'undelivered' as const, failures: 6, next_attempt_at: null, reason: null };
  const message = null;
  for (const each of deliveries) await each.record({ delivery: delivery!, attempt, url: '-', verdict, message });
  const { rows } = await line.pool.query('select tries, attempts from app.deliveries');
  expect(rows).toEqual([{ tries: 1, attempts: [attempt] }]);

  await resend(line.pool, delivery!.id, now.toISOString(), 7);
  const [again] = await deliveries[0]!.due(now, {}, 1, []);
  expect(again).toMatchObject({ failures: 0, tries: 1 });
  await deliveries[0]!.record({ delivery: again!, attempt, url: '-', verdict, message });
  // The same event of the log, given again after a crash.
  await resend(line.pool, delivery!.id, now.toISOString(), 7);
  expect(await line.statuses()).toEqual({ undelivered: 1 });
});
