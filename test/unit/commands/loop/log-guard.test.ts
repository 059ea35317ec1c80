import type pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createLogGuard } from '../../../../src/commands/loop/log-guard.ts';
import type { EventStore } from '../../../../src/event-store/event-store.ts';

/** A log whose heads are these, one after the other, and a checkpoint at 9. */
const setUp = (...heads: number[]) => {
  const pool = { query: async () => ({ rows: [{ checkpoint: 'orders', position: 9 }] }) } as unknown as pg.Pool;
  const store = { head: async () => (heads.length > 1 ? heads.shift()! : heads[0]!) };
  const guard = createLogGuard({ store, pool, compare: async () => null, log: pino({ level: 'silent' }) });
  onTestFinished(guard.stop);
  return guard;
};

test('a log that reaches the highest checkpoint is whole', async () => {
  const guard = setUp(9);
  await guard.check();
  expect(guard.behind()).toBeNull();
});

test('a log that was behind for a moment is whole', async () => {
  const guard = setUp(8, 9);
  await guard.check();
  expect(guard.behind()).toBeNull();
  expect(() => guard.assertWhole()).not.toThrow();
});

test('refuses appends while the log is behind a checkpoint, and accepts them afterwards', async () => {
  const guard = setUp(8, 8, 12);
  const appended: string[] = [];
  const append = async (stream: string) => {
    appended.push(stream);
    return { position: 1, revision: 0 };
  };
  const store = guard.guard({
    append,
    appendIf: async (_: unknown, stream: string) => append(stream),
  } as unknown as EventStore);
  await guard.check();
  expect(guard.behind()).toEqual({ checkpoint: 'orders', position: 9, head: 8 });
  await expect(store.append('a', 'any', [])).rejects.toThrow('the event log ends before a checkpoint');
  await expect(store.appendIf!({} as never, 'b', [])).rejects.toThrow('the event log ends before a checkpoint');
  await guard.check();
  await store.append('c', 'any', []);
  await store.appendIf!({} as never, 'd', []);
  expect(appended).toEqual(['c', 'd']);
});
