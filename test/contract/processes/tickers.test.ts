import { expect, test } from 'vitest';
import { createClock, MINUTE } from '../../support/clock.ts';
import { enqueuer, eventually, sell, setUp, startRunner } from './support.ts';

test('a ticker runs when it is due by the clock that was given, and never twice at once', async () => {
  const context = await setUp();
  const clock = createClock();
  const runs: string[] = [];
  let under = 0;
  const ticker = {
    name: 'ticker',
    everyMs: 10 * MINUTE,
    tick: async (now: Date) => {
      expect(under++).toBe(0);
      await context.database.pool.query('select pg_sleep(0.1)');
      under -= 1;
      runs.push(now.toISOString());
    },
  };
  const first = clock.at(0);
  await startRunner(context, { tickers: [ticker], clock: clock.read });
  await eventually(() => expect(runs).toEqual([first]));
  clock.move(9 * MINUTE);
  clock.move(MINUTE);
  const second = clock.at(0);
  await eventually(() => expect(runs).toEqual([first, second]));
  // Put back by an hour: the clock of the machine was set.
  clock.move(-60 * MINUTE);
  await eventually(() => expect(runs).toHaveLength(3));
});

test('a ticker that rests runs once a second, and in its own time again as soon as it no longer rests', async () => {
  const context = await setUp();
  const clock = createClock();
  const runs: string[] = [];
  let resting = true;
  const tick = async (now: Date) => void runs.push(now.toISOString());
  const sleeper = { name: 'resting', everyMs: 100, rests: () => resting, tick };
  const looks: string[] = [];
  const look = { name: 'look', everyMs: 100, tick: async (now: Date) => void looks.push(now.toISOString()) };
  await startRunner(context, { tickers: [sleeper, look], clock: clock.read });
  /** The other ticker has run since the clock moved, so this one had its turn. */
  const pass = async (ms: number): Promise<void> => {
    clock.move(ms);
    await eventually(() => expect(looks.at(-1)).toBe(clock.at(0)));
  };
  await pass(0);
  await pass(900);
  expect(runs).toHaveLength(1);
  await pass(100);
  expect(runs).toHaveLength(2);
  await pass(500);
  resting = false;
  await eventually(() => expect(runs).toHaveLength(3));
});

test('processes.tick runs every ticker as of now, and waits for it', async () => {
  const context = await setUp();
  const clock = createClock();
  const runs: string[] = [];
  const ticker = { name: 'ticker', everyMs: 60 * MINUTE, tick: async (now: Date) => void runs.push(now.toISOString()) };
  const runner = await startRunner(context, { tickers: [ticker], clock: clock.read });
  await runner.tick();
  clock.move(1_000);
  await runner.tick();
  expect(runs.at(-1)).toBe(clock.at(0));
});

test('a ticker that fails stops no other, shows why, and is tried again', async () => {
  const context = await setUp();
  let failing = true;
  let runs = 0;
  const broken = {
    name: 'broken',
    everyMs: 10,
    tick: async () => {
      if (failing) throw new Error('no luck');
    },
  };
  const count = async () => {
    runs += 1;
  };
  const fine = { name: 'fine', everyMs: 10, tick: count };
  const runner = await startRunner(context, { tickers: [broken, fine] });
  await eventually(async () => {
    expect(await runner.status()).toEqual([
      { name: 'broken', position: null, failure: 'no luck' },
      { name: 'fine', position: null, failure: null },
    ]);
  });
  const before = runs;
  await eventually(() => expect(runs).toBeGreaterThan(before + 2));
  failing = false;
  await eventually(async () => expect((await runner.status())[0]?.failure).toBeNull());
});

test('what follows the log and acts on time is shown as one: its position, and whatever fails of it', async () => {
  const context = await setUp();
  const position = await sell(context.store, 2);
  const fine = { name: 'enqueuer', everyMs: 10, tick: async () => {} };
  const first = await startRunner(context, { followers: [enqueuer()], tickers: [fine] });
  await eventually(async () => {
    expect(await first.status()).toEqual([{ name: 'enqueuer', position, failure: null }]);
  });
  await first.stop();
  const broken = {
    ...fine,
    tick: async () => {
      throw new Error('no luck');
    },
  };
  const second = await startRunner(context, { followers: [enqueuer()], tickers: [broken] });
  await eventually(async () => {
    expect(await second.status()).toEqual([{ name: 'enqueuer', position, failure: 'no luck' }]);
  });
});

test('tickers run in one process of all, and stop with it', async () => {
  const context = await setUp();
  const runs: string[] = [];
  const ticker = (name: string) => ({ name: 'ticker', everyMs: 1, tick: async () => void runs.push(name) });
  const first = await startRunner(context, { tickers: [ticker('first')] });
  await eventually(() => expect(runs).toContain('first'));
  await startRunner(context, { tickers: [ticker('second')] });
  expect(runs).not.toContain('second');
  await first.stop();
  const stoppedAt = runs.filter((name) => name === 'first').length;
  await eventually(() => expect(runs).toContain('second'));
  expect(runs.filter((name) => name === 'first')).toHaveLength(stoppedAt);
});

test('what goes on after a run ends before another process goes on, also where the lock is lost', async () => {
  const context = await setUp();
  const { pool } = context.database;
  const said: string[] = [];
  const ticker = (name: string) => ({
    name: 'ticker',
    everyMs: 1,
    tick: async () => {
      if (said.at(-1) !== `${name} runs`) said.push(`${name} runs`);
    },
    end: async () => {
      await pool.query('select pg_sleep(0.2)');
      said.push(`${name} has ended`);
    },
  });
  const first = await startRunner(context, { tickers: [ticker('first')] });
  await eventually(() => expect(said).toEqual(['first runs']));
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'tillstream-processes-owner'`,
  );
  const lost = ['first runs', 'first has ended', 'first runs'];
  await eventually(() => expect(said).toEqual(lost));
  await startRunner(context, { tickers: [ticker('second')] });
  await first.stop();
  await eventually(() => expect(said).toEqual([...lost, 'first has ended', 'second runs']));
});
