import { expect, onTestFinished, test, vi } from 'vitest';
import { isPermanent } from '../../../src/projections/engine/failures.ts';
import { startWire, type Wire } from '../event-store/wire.ts';
import { appendSales, sales } from './fixtures.ts';
import { countOf, reached, setUp, startRunner, statusOf } from './support.ts';

test('a connection gone silent in the middle of a batch stops no read model, and parks none', async () => {
  const { database, store } = await setUp();
  let isArmed = false;
  // By then the transaction holds the checkpoint, and the server is told nothing of its end.
  const wire: Wire = await startWire(database.url, (sent) => {
    if (isArmed && sent.includes('put read.sales')) {
      isArmed = false;
      wire.silence();
    }
    return false;
  });
  const runner = await startRunner({ database, store }, [sales], { url: wire.url, answerWithinMs: 400 });
  onTestFinished(() => wire.close());
  await reached(runner, 'sales', await appendSales(store, 0, 3));
  isArmed = true;
  await reached(runner, 'sales', await appendSales(store, 3, 3));
  expect(isArmed).toBe(false);
  expect(await countOf(database, 'sales')).toBe(6);
  expect((await statusOf(runner, 'sales')).failure).toBeNull();
});

test('a statement that is left unanswered parks no read model', () => {
  expect(isPermanent(new Error('Query read timeout'))).toBe(false);
});

test('a start does not wait for the owner that holds the checkpoint of a read model that is there', async () => {
  const { database, store } = await setUp();
  const first = await startRunner({ database, store }, [sales]);
  await first.stop();
  const frozen = await database.pool.connect();
  await frozen.query('begin');
  await frozen.query(`select from app.checkpoints where projection = 'sales' for update`);
  const runner = await startRunner({ database, store }, [sales]);
  await frozen.query('commit');
  frozen.release();
  await reached(runner, 'sales', await appendSales(store, 0, 3));
});

test('a start that has to make a read model waits for the rebuild that holds its checkpoint, however long', async () => {
  const { database, store } = await setUp();
  const first = await startRunner({ database, store }, [sales]);
  await first.stop();
  await database.pool.query('drop table read.sales cascade');
  const rebuilding = await database.pool.connect();
  await rebuilding.query('begin');
  await rebuilding.query(`select from app.checkpoints where projection = 'sales' for update`);
  const starting = startRunner({ database, store }, [sales], { answerWithinMs: 20 });
  const started = vi.fn();
  void starting.then(started, started);
  const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and now() - query_start > interval '100 milliseconds'`;
  await vi.waitFor(async () => expect((await database.pool.query(isWaiting)).rowCount).toBe(1), { timeout: 10_000 });
  expect(started).not.toHaveBeenCalled();
  await rebuilding.query('commit');
  rebuilding.release();
  await starting;
});
