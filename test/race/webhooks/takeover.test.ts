// A database of its own: apps share it, and one is killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { command, startTestApp } from '../../support/app.ts';
import { bundled } from '../../support/bundle.ts';
import { createAppDatabase, type TestDatabase } from '../../support/database.ts';
import { logEnv } from '../../support/log.ts';
import { createVenue } from '../../support/venue.ts';
import { answerWith, startReceiver } from '../../support/webhook-receiver.ts';
import { setUp } from './support.ts';

const startProcess = async (database: TestDatabase): Promise<ChildProcess> => {
  const script = await bundled('test/race/webhooks/run-app.ts');
  const child = spawn(process.execPath, [script, database.url], {
    env: logEnv(database),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return child;
};

const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 40_000, interval: 20 });
const dayInAMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

test('when a process is killed amid its calls the other one sends them, each row once', {
  timeout: 120_000,
}, async () => {
  const database = await createAppDatabase();
  const owner = await startProcess(database);
  const app = await startTestApp({ database, outboundAllowPrivate: true });
  const receiver = await startReceiver();
  onTestFinished(async () => {
    await app.stop();
    await receiver.close();
    await database.drop();
  });
  const { till, point_id, hall_id } = await createVenue(app);
  const issued = await command(till, 'IssueKey', { audience: 'partner', name: 'app', permissions: ['table_booking'] });
  const partner = await app.client(issued.api_key);
  await command(till, 'ConfigureWebhook', { key_id: issued.key_id, url: receiver.url });
  const ids: string[] = [];
  const book = async (): Promise<void> => {
    const table = await command(till, 'DefineTable', { hall_id, name: `T${ids.length}`, capacity: 4 });
    const answer = await partner.post('/v1/reservations', {
      point_id,
      external_id: randomUUID(),
      date: dayInAMonth(),
      start_time: '19:00',
      guests: 2,
      table_id: table.id,
      guest: { phone: '+998901234567' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    ids.push(answer.body.id);
  };

  // The receiver has them and says nothing: sent, and not recorded.
  receiver.answer = () => {};
  for (let n = 0; n < 10; n++) await book();
  await until(() => expect(receiver.calls).toHaveLength(10));
  const gone = once(owner, 'exit');
  owner.kill('SIGKILL');
  await gone;
  receiver.answer = answerWith(204);
  for (let n = 0; n < 10; n++) await book();

  const delivered = async (): Promise<{ attempts: unknown[]; event_id: string }[]> =>
    (await till.get('/venue/v1/deliveries?status=delivered')).body.deliveries;
  await until(async () => expect(await delivered()).toHaveLength(20));
  expect((await delivered()).map(({ attempts }) => attempts.length)).toEqual(Array(20).fill(1));
  expect((await till.get('/venue/v1/deliveries')).body.deliveries).toHaveLength(20);
  expect(receiver.calls).toHaveLength(30);
  const afterwards = receiver.calls.slice(10).map(({ body }) => body.data.id);
  expect(afterwards.sort()).toEqual(ids.toSorted());
});

test('a process that stops hands nothing over that is under way', async () => {
  const database = await createAppDatabase();
  const owner = await startTestApp({ database, outboundAllowPrivate: true });
  await owner.tillstream.processes.tick();
  const next = await startTestApp({ database, outboundAllowPrivate: true });
  const receiver = await startReceiver();
  onTestFinished(async () => {
    await next.stop();
    await receiver.close();
    await database.drop();
  });
  const { till } = await createVenue(next);
  const terms = { audience: 'partner', name: 'app', permissions: ['table_booking'] };
  const { key_id } = await command(till, 'IssueKey', terms);
  await command(till, 'ConfigureWebhook', { key_id, url: receiver.url });
  // Long enough for the next one to send it as well, if it might.
  receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 1_000);
  await command(till, 'PingWebhook', { key_id });
  await until(() => expect(receiver.calls).toHaveLength(1));
  await owner.stop();
  receiver.answer = answerWith(204);
  // Sent by the next one, after whatever has been due for longer.
  await command(till, 'PingWebhook', { key_id });
  await until(async () => {
    const { deliveries } = (await till.get('/venue/v1/deliveries?status=delivered')).body;
    expect(deliveries).toHaveLength(2);
  });
  expect(new Set(receiver.calls.map(({ body }) => body.event_id)).size).toBe(2);
  expect(receiver.calls).toHaveLength(2);
});

test('two processes that send the same at the same time record it once', async () => {
  const line = await setUp();
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  receiver.answer = answerWith(500);
  await line.fill(randomUUID(), 200);
  const senders = [line.createSender(() => receiver.url), line.createSender(() => receiver.url)];
  await Promise.all(senders.map((sender) => sender.tick(new Date(line.clock.now))));
  await Promise.all(senders.map((sender) => sender.idle()));
  // One may look after the other has recorded a few.
  expect(receiver.calls.length).toBeGreaterThan(200);
  const { rows } = await line.pool.query(
    'select distinct tries, failures, jsonb_array_length(attempts) as attempts, status from app.deliveries',
  );
  expect(rows).toEqual([{ tries: 1, failures: 1, attempts: 1, status: 'pending' }]);
});
