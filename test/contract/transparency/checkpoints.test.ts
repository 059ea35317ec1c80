// A database of its own: it sets the size of its tree by hand.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkpointThatHas } from '../../../src/api/audit/log/log-deps.ts';
import { createCheckpoints } from '../../../src/transparency/checkpoints.ts';
import { createClock, MINUTE } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';

const setUp = async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { pool } = database;
  const clock = createClock();
  const [one, other] = [1, 2].map(() =>
    createCheckpoints({
      pool,
      seed: Buffer.alloc(32).toString('base64'),
      hasWitness: true,
      clock: clock.read,
      log: { info: () => {} },
    }),
  );
  let size = 0;
  /** Something is recorded. */
  const grow = async (): Promise<number> => {
    size += 1;
    await pool.query('update app.tree_head set size = $1', [size]);
    return size;
  };
  const askOften = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      expect((await one!.ask()).size).toBe(size);
      await grow();
    }
  };
  const signed = async () =>
    (
      await pool.query(
        'select (select count(*)::int from app.tree_checkpoints) as kept, (select count(*)::int from app.tree_witness_calls) as calls',
      )
    ).rows[0];
  /** Until so many connections wait for a lock. */
  const waiting = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(count);
    });
  return { pool, waiting, one: one!, other: other!, clock, grow, askOften, signed };
};

describe('a checkpoint that somebody asks for', () => {
  test('is new while few are asked for, and the latest after that, until a minute has gone', async () => {
    const { one, other, clock, grow, askOften, signed } = await setUp();
    await askOften(60);
    expect((await one.ask()).size).toBe(59);
    expect((await other.ask()).size).toBe(59);
    expect(await signed()).toEqual({ kept: 60, calls: 60 });
    clock.move(MINUTE);
    expect((await other.ask()).size).toBe(60);
    await grow();
    expect((await one.ask()).size).toBe(60);
    clock.move(10 * MINUTE);
    await askOften(2);
  });

  test('is one alone, if two processes ask at once and one more may be signed', async () => {
    const { pool, one, other, grow, askOften, signed, waiting } = await setUp();
    await askOften(59);
    // The first is held up in the middle of its work until the second waits too.
    const holder = await pool.connect();
    await holder.query('begin; lock table app.tree_witness_calls in exclusive mode');
    const first = one.ask();
    await waiting(1);
    const second = grow().then(() => other.ask());
    await waiting(2);
    await holder.query('commit');
    holder.release();
    await Promise.all([first, second]);
    expect(await signed()).toEqual({ kept: 60, calls: 60 });
  });

  test('does not put off the one that is due, and a clock that was set back holds up the next for a minute alone', async () => {
    const { one, clock, grow, askOften } = await setUp();
    await askOften(60);
    const size = await grow();
    expect((await one.make()).size).toBe(size);
    clock.move(-5 * MINUTE);
    await grow();
    expect((await one.ask()).size).toBe(size + 1);
    await grow();
    expect((await one.ask()).size).toBe(size + 1);
  });

  test('that lacks the event to be proved is refused, with when to ask again', async () => {
    const { one, askOften } = await setUp();
    await askOften(60);
    const head = { origin: 'log', size: 60, position: 60, root: Buffer.alloc(32), signed_count: 60, signed_size: 59 };
    const deps = { checkpoints: one, treeWait: async () => head, pool: null as never, stored: null as never };
    const { signal } = new AbortController();
    expect((await checkpointThatHas(deps, 58, signal)).size).toBe(59);
    await expect(checkpointThatHas(deps, 59, signal)).rejects.toMatchObject({ status: 429, retryAfter: 60 });
  });
});
