import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createHostPace, type HostPace } from '../../../src/processes/outbound/host-pace.ts';
import { sign } from '../../../src/processes/outbound/signature.ts';
import { effort } from '../../support/effort.ts';
import { leastOf } from '../../support/least-of.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import { setUp } from './support.ts';

const startLateReceiver = async (): Promise<string> => {
  const script = fileURLToPath(new URL('./answering-late.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [port] = await once(child.stdout!, 'data');
  return `http://127.0.0.1:${String(port).trim()}/hook`;
};

type Line = Awaited<ReturnType<typeof setUp>>;

/** As the ticker does: a tick every 100 ms, until so many are delivered. Answers the milliseconds it took. */
const sendAll = async (line: Line, sender: ReturnType<Line['createSender']>, count: number): Promise<number> => {
  const start = performance.now();
  for (;;) {
    await sender.tick(new Date(line.clock.now));
    const { delivered = 0 } = await line.statuses();
    if (delivered >= count) return performance.now() - start;
    await delay(100);
  }
};

/**
 * 50 times and more. A call waits a tenth of a second for its answer, so most of the time is waiting: a machine that is busy with
 * other tests makes the work longer, and changes little.
 */
const AT_LEAST = 20;

test('webhook calls go out many at a time, not one after another', async () => {
  const line = await setUp();
  const url = await startLateReceiver();
  const body = '{"event":"ping"}';
  const headers = { 'x-service-signature': sign(body, line.secret) };
  const ALONE = 15;
  const start = performance.now();
  for (let sent = 0; sent < ALONE; sent++) await (await line.exchange.post({ url, headers, body })).drained;
  const oneAfterAnother = ALONE / (performance.now() - start);

  const COUNT = effort({ short: 1_000, long: 6_000 });
  await line.fill(randomUUID(), COUNT);
  const together =
    COUNT /
    (await sendAll(
      line,
      line.createSender(() => url),
      COUNT,
    ));
  console.log(
    `${Math.round(together * 1_000)} calls a second, ${(oneAfterAnother * 1_000).toFixed(1)} one after another:`,
    `${(together / oneAfterAnother).toFixed(1)} times`,
  );
  expect(together / oneAfterAnother).toBeGreaterThanOrEqual(AT_LEAST);
});

test('a backlog of calls to a dead host costs another host nothing', async () => {
  const line = await setUp();
  const [dead, live] = [await startReceiver(), await startReceiver()];
  await dead.close();
  onTestFinished(() => live.close());
  const COUNT = 300;
  // The other host gets more than it would, so that it shows what holds it up.
  const real = createHostPace();
  const deadHost = new URL(dead.url).host;
  const pace: HostPace = { ...real, waitMs: (owner, host) => (host === deadHost ? real.waitMs(owner, host) : 0) };
  /** When the hundredth part that came last came in, in milliseconds. */
  const p99 = async (deadKey?: string): Promise<number> => {
    const liveKey = randomUUID();
    await line.fill(liveKey, COUNT);
    const sender = line.createSender((key) => (key === deadKey ? dead.url : live.url), undefined, { pace });
    const start = performance.now();
    const times: number[] = [];
    live.answer = (response) => {
      times.push(performance.now() - start);
      response.writeHead(204).end();
    };
    const { delivered = 0 } = await line.statuses();
    await sendAll(line, sender, delivered + COUNT);
    await sender.stop();
    return times.sort((a, b) => a - b)[Math.floor(COUNT * 0.99)]!;
  };
  await p99();
  const alone = await p99();
  const deadKey = randomUUID();
  await line.fill(deadKey, effort({ short: 10_000, long: 100_000 }));
  const most = 3 * alone + 500;
  const beside = await leastOf(() => p99(deadKey), most);
  console.log(`p99 of the other host: ${Math.round(beside)} ms, ${Math.round(alone)} ms without the dead one`);
  expect(beside).toBeLessThan(most);
});

test('a receiver that never answers slows no other', async () => {
  const line = await setUp();
  const [dead, live] = [await startReceiver(), await startReceiver()];
  onTestFinished(async () => {
    await dead.close();
    await live.close();
  });
  dead.answer = () => {};
  const [deadKey, liveKey] = [randomUUID(), randomUUID()];
  await line.fill(deadKey, 2_000);
  await line.fill(liveKey, 500);
  const sender = line.createSender((key) => (key === deadKey ? dead.url : live.url));
  // The dead one's calls take five seconds each.
  expect(await sendAll(line, sender, 500)).toBeLessThan(4_900);
  expect(new Set(live.calls.map(({ body }) => body.event_id)).size).toBe(500);
  await sender.stop();
});
