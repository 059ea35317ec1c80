// A database of its own: it looks at the whole queue of calls.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { createLoyaltyLine, type LoyaltyLine } from '../../support/loyalty-sender.ts';
import { answerWith, startReceiver } from '../../support/webhook-receiver.ts';

const setUp = async () => {
  const database = await createTestDatabase();
  const clock = { now: Date.parse('2026-03-02T09:00:00.000Z') };
  const line = await createLoyaltyLine(database.pool, clock);
  const receivers = [await startReceiver(), await startReceiver()] as const;
  onTestFinished(async () => {
    for (const receiver of receivers) await receiver.close();
    await line.transport.exchange.close();
    await database.drop();
  });
  return { pool: database.pool, clock, line, receivers };
};

/** As the ticker does, until it is so. Answers the milliseconds it took. */
const tickUntil = async (
  { tick }: ReturnType<LoyaltyLine['createSender']>,
  clock: { now: number },
  isDone: () => Promise<boolean>,
): Promise<number> => {
  const start = performance.now();
  while (!(await isDone())) {
    await tick(new Date(clock.now));
    await delay(20);
  }
  return performance.now() - start;
};

test('the calls of one cheque are made strictly in order, and those of many at once', async () => {
  const { clock, line, receivers } = await setUp();
  const [receiver] = receivers;
  const brand = randomUUID();
  const LANES = 40;
  const underWay = new Set<number>();
  const wrongs: string[] = [];
  let most = 0;
  const last = new Map<number, number>();
  receiver.answer = async (response, { body: { index } }) => {
    const lane = index % LANES;
    if (underWay.has(lane)) wrongs.push(`two calls of ${lane} at once`);
    if ((last.get(lane) ?? -1) > index) wrongs.push(`${index} of ${lane} after ${last.get(lane)}`);
    underWay.add(lane);
    most = Math.max(most, underWay.size);
    last.set(lane, index);
    await delay(Math.random() * 20);
    underWay.delete(lane);
    answerWith(200)(response, undefined as never, undefined as never);
  };
  await line.fill(brand, LANES * 8, (index) => 1 + (index % LANES));
  const sender = line.createSender(() => receiver.url);
  await tickUntil(sender, clock, async () => (await line.statuses()).delivered === LANES * 8);
  expect(wrongs).toEqual([]);
  expect(most).toBeGreaterThan(8);
});

test('a service that never answers delays no other brand’s calls', async () => {
  const { clock, line, receivers } = await setUp();
  const [dead, live] = receivers;
  dead.answer = () => {};
  live.answer = answerWith(200);
  const [stuck, other] = [randomUUID(), randomUUID()];
  await line.fill(stuck, 1_000);
  await line.fill(other, 500);
  const sender = line.createSender((brand) => (brand === stuck ? dead.url : live.url));
  const took = await tickUntil(sender, clock, async () => (await line.statuses(other)).delivered === 500);
  // The dead one's calls take five seconds each.
  expect(took).toBeLessThan(4_900);
  await sender.stop();
});

test('two processes that send at once make a call twice at most, and in order', async () => {
  const { clock, line, receivers } = await setUp();
  const [receiver] = receivers;
  const order: number[] = [];
  receiver.answer = (response, { body: { index } }) => {
    order.push(index);
    response.writeHead(200).end();
  };
  await line.fill(randomUUID(), 20, () => 1);
  const senders = [line.createSender(() => receiver.url), line.createSender(() => receiver.url)];
  for (let round = 0; (await line.statuses()).delivered !== 20; round++) {
    expect(round).toBeLessThan(100);
    await Promise.all(senders.map((sender) => sender.tick(new Date(clock.now))));
    await Promise.all(senders.map((sender) => sender.idle()));
  }
  expect(new Set(order).size).toBe(20);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});
