import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineWebhookKind } from '../../../../src/commands/webhooks/webhook-kind.ts';
import type { AccessKeyState } from '../../../../src/domain/keys/state.ts';
import type { DueDelivery } from '../../../../src/processes/outbound/channel.ts';
import type { Call, CallResult } from '../../../../src/processes/outbound/exchange.ts';
import { createHostLimiter } from '../../../../src/processes/outbound/host-limiter.ts';
import { createHostPace } from '../../../../src/processes/outbound/host-pace.ts';
import { createNewest } from '../../../../src/processes/outbound/newest.ts';
import type { Outcome } from '../../../../src/processes/outbound/records.ts';
import type { FoundSecret } from '../../../../src/processes/outbound/secrets.ts';
import { createWebhookSender, type WebhookSenderOptions } from '../../../support/webhook-sender.ts';

const delivery = (id: number, queue = 'a'): DueDelivery => ({
  id,
  queue,
  event: 'ping',
  event_id: `event ${id}`,
  body: '{}',
  failures: 0,
  tries: 0,
  resent_position: 0,
});
const keyWith = (secret_id: string, url = 'https://partner.test'): AccessKeyState =>
  ({
    brand_id: 'brand',
    revoked_at: null,
    expires_at: null,
    permissions: ['table_booking'],
    webhook: { url, events: null, secret_id },
  }) as unknown as AccessKeyState;
const NOW = new Date('2026-03-02T09:00:00.000Z');
const WEBHOOKS: ReadonlySet<string> = new Set(['webhook']);
const NOTHING: ReadonlySet<string> = new Set();

/** A sender whose surroundings are in the hands of the test. */
const setUp = (
  options: Partial<WebhookSenderOptions> = {},
  due: () => Promise<DueDelivery[]> = async () => [],
  isAnyPending = async () => true,
) => {
  const calls: Call[] = [];
  const outcomes: Outcome[] = [];
  const stopped: string[] = [];
  const sender = createWebhookSender({
    loadKey: async () => keyWith('s'),
    secrets: { find: async () => ({ secret: 'secret' }) },
    limiter: createHostLimiter(),
    exchange: {
      post: async (call) => {
        calls.push(call);
        return { status_code: 200, failure: null, drained: Promise.resolve() };
      },
    },
    deliveries: {
      due,
      stopEnded: async () => {},
      stopAll: async (_, reason, kinds) => void stopped.push(kinds ? `${reason} for ${kinds}` : reason),
      pendingKinds: async () => ((await isAnyPending()) ? WEBHOOKS : NOTHING),
      record: async (outcome) => void outcomes.push(outcome),
    },
    kinds: [],
    shown: () => ({}),
    pauses: [1],
    clock: () => NOW.getTime(),
    log: pino({ level: 'silent' }),
    ...options,
  });
  return { sender, calls, outcomes, stopped };
};

describe('the sender', () => {
  test('the sender sends nothing again that was read before it was recorded and arrives after', async () => {
    const second = Promise.withResolvers<DueDelivery[]>();
    const answers = [Promise.resolve([delivery(1)]), second.promise, Promise.resolve([delivery(1)])];
    const { sender, calls } = setUp({}, () => answers.shift()!);
    await sender.tick(NOW);
    const looking = sender.tick(NOW);
    await sender.idle();
    second.resolve([delivery(1)]);
    await looking;
    await sender.idle();
    expect(calls).toHaveLength(1);
    // In the queue again, as after a resend.
    await sender.tick(NOW);
    await sender.idle();
    expect(calls).toHaveLength(2);
  });

  test('the sender asks no channel what is due while nothing is pending', async () => {
    const pending = [false, true, false];
    const due = vi.fn(async () => [delivery(1)]);
    const { sender } = setUp({}, due, async () => pending.shift()!);
    for (const times of [0, 1, 1]) {
      await sender.tick(NOW);
      expect(due).toHaveBeenCalledTimes(times);
    }
  });

  test('the sender asks the key at every call, and sends nothing once it stands still', async () => {
    const { sender, calls, stopped } = setUp({ loadKey: async () => null }, async () => [delivery(1), delivery(2)]);
    await sender.tick(NOW);
    await sender.idle();
    expect(calls).toEqual([]);
    expect(stopped).toContain('key_revoked');
  });

  test('the sender sends nothing of a kind that the key lost the permission for, and goes on with all else', async () => {
    const kind = defineWebhookKind({
      event: 'shift.opened',
      summary: '',
      about_data: '',
      data: z.object({}),
      types: [],
      permission: 'reports',
      shown_by: null,
      tells: () => [],
    });
    const lines = [[{ ...delivery(1), event: 'shift.opened' }, delivery(2)], [delivery(2)], []];
    const { sender, calls, stopped } = setUp({ kinds: [kind] }, async () => lines.shift()!);
    for (const _ of [1, 2, 3]) {
      await sender.tick(NOW);
      await sender.idle();
    }
    expect(calls.map(({ headers }) => headers['x-service-event-id'])).toEqual(['event 2']);
    expect(stopped).toEqual(['permission_missing for shift.opened']);
  });

  test('the sender waits with the next tick for a secret that was replaced in this very moment', async () => {
    const secrets: FoundSecret[] = [{ problem: 'secret_missing' }, { secret: 'new' }];
    const find = async () => secrets.shift()!;
    const keys = [keyWith('old'), keyWith('new'), keyWith('new')];
    const loadKey = async () => keys.shift()!;
    const { sender, calls, outcomes, stopped } = setUp({ loadKey, secrets: { find } }, async () => [delivery(1)]);
    await sender.tick(NOW);
    await sender.idle();
    expect(outcomes).toEqual([]);
    expect(stopped).toEqual([]);
    await sender.tick(NOW);
    await sender.idle();
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['secret_missing', 'is gone'],
    ['secret_unreadable', 'SECRETS_KEY'],
  ] as const)(
    'the sender gives up what waits for a secret it cannot have (%s), and says so once',
    async (problem, said) => {
      const warn = vi.fn();
      const find = async () => ({ problem });
      const due = async () => [delivery(1), delivery(2)];
      const { sender, calls, stopped } = setUp({ secrets: { find }, log: { warn } }, due);
      for (let looks = 0; looks < 2; looks++) {
        await sender.tick(NOW);
        await sender.idle();
      }
      expect(calls).toEqual([]);
      expect(new Set(stopped)).toEqual(new Set([problem]));
      expect(warn.mock.calls).toEqual([[{ queue: 'a', secret_id: 's' }, expect.stringContaining(said)]]);
    },
  );

  test('the sender reads no more for a receiver whose queue is long', async () => {
    const answer = Promise.withResolvers<void>();
    const asked: (readonly string[])[] = [];
    const { sender } = setUp({
      exchange: {
        post: async () => {
          await answer.promise;
          return { status_code: 200, failure: null, drained: Promise.resolve() };
        },
      },
      deliveries: {
        due: async (_, __, each, enough = []) => {
          asked.push(enough);
          const short = [delivery(1_000, 'short'), delivery(1_001, 'short')];
          return [...Array.from({ length: each }, (_, id) => delivery(id, 'long')), ...short];
        },
        stopEnded: async () => {},
        stopAll: async () => {},
        pendingKinds: async () => WEBHOOKS,
        record: async () => {},
      },
    });
    await sender.tick(NOW);
    await sender.tick(NOW);
    answer.resolve();
    await sender.idle();
    await sender.tick(NOW);
    await sender.stop();
    expect(asked).toEqual([[], ['long'], []]);
  });

  test('the sender tells where it reads from that the read models are so far and no further', async () => {
    const asked: object[] = [];
    const { sender } = setUp({
      shown: () => ({ ping: 42 }),
      deliveries: {
        due: async (_, shown) => {
          asked.push(shown);
          return [];
        },
        stopEnded: async () => {},
        stopAll: async () => {},
        pendingKinds: async () => WEBHOOKS,
        record: async () => {},
      },
    });
    await sender.tick(NOW);
    expect(asked).toEqual([{ ping: 42 }]);
  });

  test('the sender ends the calls under way when it stops, and begins none', async () => {
    const answer = Promise.withResolvers<void>();
    const calls: string[] = [];
    const { sender, outcomes } = setUp(
      {
        exchange: {
          post: async ({ headers }) => {
            calls.push(headers['x-service-event-id']!);
            await answer.promise;
            return { status_code: 200, failure: null, drained: Promise.resolve() };
          },
        },
      },
      async () => Array.from({ length: 200 }, (_, id) => delivery(id)),
    );
    await sender.tick(NOW);
    await Promise.resolve();
    const stopping = sender.stop();
    answer.resolve();
    await stopping;
    const sent = calls.length;
    expect(sent).toBeLessThan(200);
    expect(outcomes).toHaveLength(sent);
    await sender.tick(NOW);
    await sender.idle();
    expect(calls).toHaveLength(sent);
  });

  test('the sender forgets what waits in the queue when it is no longer to send, and reads it again once it is', async () => {
    const due = Array.from({ length: 200 }, (_, id) => delivery(id));
    const { sender, calls } = setUp({}, async () => due);
    await sender.tick(NOW);
    await sender.end();
    const sent = calls.length;
    expect(sent).toBeLessThan(200);
    await sender.tick(NOW);
    await sender.idle();
    const again = calls.map(({ headers }) => headers['x-service-event-id']);
    expect(again).toHaveLength(200 + sent);
    expect(new Set(again).size).toBe(200);
  });
});

describe('the sender to a host that hangs', () => {
  /** Calls hang until the test ends them all. */
  const hanging = (options: Partial<WebhookSenderOptions> = {}, count = 200) => {
    const clock = { now: NOW.getTime() };
    const open: ((result: CallResult) => void)[] = [];
    const due = Array.from({ length: count }, (_, id) => delivery(id));
    const made = setUp(
      {
        clock: () => clock.now,
        exchange: {
          post: async () => {
            const { promise, resolve } = Promise.withResolvers<CallResult>();
            open.push(resolve);
            return { ...(await promise), drained: Promise.resolve() };
          },
        },
        ...options,
      },
      async () => due.splice(0),
    );
    const endAll = async (result: CallResult): Promise<void> => {
      for (const end of open.splice(0)) end(result);
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    };
    const tick = async (): Promise<void> => {
      await made.sender.tick(new Date(clock.now));
      await new Promise(setImmediate);
    };
    return { ...made, clock, open, endAll, tick };
  };
  const HUNG: CallResult = { status_code: null, failure: 'timeout' };
  const ANSWERED: CallResult = { status_code: 204, failure: null };

  test('the sender to a host that hangs holds few calls, then one at a time, and all at once when it answers again', async () => {
    const { open, outcomes, endAll, tick } = hanging();
    await tick();
    expect(open).toHaveLength(16);
    for (let probe = 0; probe < 3; probe++) {
      await endAll(HUNG);
      expect(open).toHaveLength(1);
    }
    // What is held back has made no attempt.
    expect(outcomes).toHaveLength(18);
    for (let round = 0; open.length > 0; round++) {
      expect(round).toBeLessThan(20);
      await endAll(ANSWERED);
    }
    expect(outcomes).toHaveLength(200);
    expect(outcomes.filter(({ attempt }) => attempt.failure === null)).toHaveLength(200 - 18);
  });

  test('the sender to a host that hangs counts as a failed attempt what was held back for a minute, and no sooner', async () => {
    const { clock, outcomes, endAll, tick } = hanging();
    await tick();
    await endAll(HUNG);
    clock.now += 59_999;
    await tick();
    expect(outcomes).toHaveLength(16);
    clock.now += 1;
    await tick();
    await tick();
    // One call is under way.
    expect(outcomes).toHaveLength(199);
    const held = outcomes.slice(16).map(({ attempt, verdict }) => ({ ...attempt, verdict }));
    const at = new Date(clock.now).toISOString();
    const verdict = { status: 'pending', failures: 1, next_attempt_at: clock.now + 1, reason: null };
    const failed = { at, status_code: null, failure: 'host_unresponsive', duration_ms: 0, verdict };
    expect(held).toEqual(Array(183).fill(failed));
  });

  test('the sender to a host that hangs sends to where the webhook leads now, past what still hangs', async () => {
    const key = { url: 'https://silent.test' };
    const loadKey = async () => keyWith('s', key.url);
    const { open, endAll, tick } = hanging({ loadKey });
    await tick();
    await endAll(HUNG);
    await endAll(HUNG);
    key.url = 'https://partner.test';
    await endAll(HUNG);
    // The probe that began next has found out; a new host gets several at once.
    expect(open).toHaveLength(16);
  });
});

test('the sender sends no more in a second than the host may get, and goes on by itself', async () => {
  let now = 0;
  const { sender, calls } = setUp({ pace: createHostPace(() => now) }, async () =>
    Array.from({ length: 70 }, (_, id) => delivery(id)),
  );
  await sender.tick(NOW);
  await vi.waitFor(() => expect(calls).toHaveLength(50));
  now = 990;
  // Nothing wakes it but its own clock.
  const ended = sender.idle();
  now = 1_000;
  await ended;
  expect(calls).toHaveLength(70);
});

test('the sender that ends waits for no pace', async () => {
  const { sender, calls } = setUp({ pace: createHostPace(() => 0) }, async () =>
    Array.from({ length: 70 }, (_, id) => delivery(id)),
  );
  await sender.tick(NOW);
  await vi.waitFor(() => expect(calls).toHaveLength(50));
  const start = performance.now();
  await sender.end();
  expect(performance.now() - start).toBeLessThan(900);
  expect(calls).toHaveLength(50);
});

test('a caller that asks for the newest is never answered with what was read before', async () => {
  let value = 0;
  let loads = 0;
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const newest = createNewest(async () => {
    const read = value;
    await gates[loads++]?.promise;
    return read;
  });
  const first = newest('a');
  value = 1;
  const later = [newest('a'), newest('a')];
  gates[0]!.resolve();
  expect(await first).toBe(0);
  gates[1]!.resolve();
  expect(await Promise.all(later)).toEqual([1, 1]);
  expect(loads).toBe(2);
  expect(await newest('a')).toBe(1);
});

test('a sender that may not be the owner any more sends nothing, and what it has not sent waits', async () => {
  const frozen = Promise.withResolvers<AccessKeyState>();
  const keys = [Promise.resolve(keyWith('s')), frozen.promise, Promise.resolve(keyWith('s'))];
  const { sender, calls } = setUp({ loadKey: () => keys.shift()! }, async () => [delivery(1), delivery(2)]);
  let isOwner = true;
  sender.begin(() => isOwner);
  await sender.tick(NOW);
  // While the key of the second was being loaded.
  isOwner = false;
  frozen.resolve(keyWith('s'));
  await sender.idle();
  await sender.tick(NOW);
  await sender.idle();
  expect(calls).toHaveLength(0);
  isOwner = true;
  await sender.tick(NOW);
  await sender.idle();
  expect(calls.length).toBeGreaterThan(0);
});
