import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import { createFlushNotifier, hearFlush } from '../../../src/projections/engine/flush.ts';
import type { ProjectionRunner } from '../../../src/projections/engine/runner.ts';
import { leastOf } from '../../support/least-of.ts';
import { appendSales, sales } from './fixtures.ts';
import { reached, setUp, startListener, startRunner, startSignals } from './support.ts';

test('the process that applies events flushes for a caller who waits in another process', async () => {
  const context = await setUp();
  const { database, store } = context;
  const owner = await startRunner(context, [sales], { listener: await startListener(database.url) });
  const signals = await startSignals(database);
  let sale = 0;
  await reached(owner, 'sales', await appendSales(store, ++sale, 1));
  const other = await startRunner(context, [sales], { listener: await startListener(database.url) });

  /**
   * The shortest of ten waits, each right after a batch: a busy machine makes some of them longer, and seldom all. The pause before
   * the first one may have ended already.
   */
  const leastOfTen = async (runner: Pick<ProjectionRunner, 'flush'>): Promise<number> => {
    const waits: number[] = [];
    for (let wait = 0; wait < 11; wait++) {
      const began = performance.now();
      const position = await appendSales(store, ++sale, 1);
      runner.flush();
      expect(await signals.waitFor(['sales'], position, 10_000)).toBe(true);
      waits.push(performance.now() - began);
    }
    return Math.min(...waits.slice(1));
  };
  const unflushed = await leastOfTen({ flush: () => {} });
  // A batch gathers for 80 ms from its beginning on, of which the signal of the last one takes a part. Flushed, it is 5.
  expect(unflushed).toBeGreaterThan(25);
  const half = unflushed / 2;
  for (const runner of [owner, other]) expect(await leastOf(() => leastOfTen(runner), half)).toBeLessThan(half);
});

test('many callers who wait at once share a few notifications, and a later caller gets one too', async () => {
  const { database } = await setUp();
  let heard = 0;
  await hearFlush(await startListener(database.url), () => {
    heard += 1;
  });
  const tell = createFlushNotifier(database.pool);
  for (let caller = 0; caller < 1_000; caller++) tell();
  await vi.waitFor(() => expect(heard).toBe(2));
  tell();
  await vi.waitFor(() => expect(heard).toBe(3));
});

test('a database that is away keeps no caller from waiting', async () => {
  const { database } = await setUp();
  const pool = createPool(database.url, { name: 'test' });
  await pool.end();
  const untaken = vi.fn();
  process.on('unhandledRejection', untaken);
  onTestFinished(() => void process.off('unhandledRejection', untaken));
  createFlushNotifier(pool)();
  await nextTurn();
  await nextTurn();
  expect(untaken).not.toHaveBeenCalled();
});
