import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DueDelivery } from '../../../src/processes/outbound/channel.ts';
import { judge } from '../../../src/processes/outbound/schedule.ts';
import { resend, stopAll } from '../../../src/processes/webhooks/queue.ts';
import { createDeliveries } from '../../support/webhook-sender.ts';
import { PAUSES, setUp } from './support.ts';

/** A delivery that was taken up, and a call for it whose end comes when the test says. */
const callUnderWay = async () => {
  const { pool, fill, clock } = await setUp();
  await fill(randomUUID(), 1);
  const deliveries = createDeliveries(pool, async () => {});
  const due = async (): Promise<DueDelivery[]> => deliveries.due(new Date(clock.now), {}, 1, []);
  const [delivery] = (await due()) as [DueDelivery];
  const started_at = clock.now;
  return {
    pool,
    clock,
    delivery,
    due,
    stop: () => stopAll(pool, delivery.queue, 'key_revoked'),
    /** Puts it in the queue again a second later, as the event at this position wants it. */
    resend: async (position: number): Promise<void> => {
      clock.now += 1_000;
      await resend(pool, delivery.id, new Date(clock.now).toISOString(), position);
    },
    end: async (status_code: number, of = delivery): Promise<void> => {
      const failure = status_code < 300 ? null : 'not_2xx';
      const verdict = judge({ started_at, failed: failure !== null, failures_before: of.failures }, PAUSES);
      const attempt = { at: new Date(started_at).toISOString(), duration_ms: 1, status_code, failure };
      await deliveries.record({ delivery: of, attempt, url: '-', verdict, message: null });
    },
    row: async () => {
      const { rows } = await pool.query(
        `select status, reason, failures, tries, next_attempt_at, jsonb_path_query_array(attempts, '$[*].status_code') as answers
         from app.deliveries`,
      );
      return rows[0];
    },
  };
};

test('a call that fails after its key was revoked is kept, and not made again', async () => {
  const call = await callUnderWay();
  await call.stop();
  await call.end(500);
  const stopped = { status: 'undelivered', reason: 'key_revoked', next_attempt_at: null };
  expect(await call.row()).toEqual({ ...stopped, failures: 0, tries: 1, answers: [500] });
});

test('a call that succeeds after its key was revoked has delivered', async () => {
  const call = await callUnderWay();
  await call.stop();
  await call.end(204);
  expect(await call.row()).toMatchObject({ status: 'delivered', reason: null, next_attempt_at: null, answers: [204] });
});

test('a call from before a wish to send again neither grants that wish nor puts it off', async () => {
  for (const status_code of [500, 204]) {
    const call = await callUnderWay();
    await call.stop();
    await call.resend(7);
    await call.end(status_code);
    const inLine = { status: 'pending', reason: null, next_attempt_at: new Date(call.clock.now) };
    expect(await call.row()).toEqual({ ...inLine, failures: 0, tries: 1, answers: [status_code] });

    const [again] = (await call.due()) as [DueDelivery];
    expect(again).toMatchObject({ id: call.delivery.id, tries: 1, resent_position: 7 });
    await call.end(200, again);
    expect(await call.row()).toMatchObject({ status: 'delivered', tries: 2, answers: [status_code, 200] });
  }
});
