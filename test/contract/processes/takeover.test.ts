import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '../../support/bundle.ts';
import { logEnv } from '../../support/log.ts';
import {
  type Context,
  checkpointOf,
  enqueuer,
  eventually,
  queued,
  saleOf,
  sell,
  setUp,
  startRunner,
  upTo,
} from './support.ts';

const startProcess = async ({ database }: Context, run: string): Promise<ChildProcess> => {
  const script = await bundled('test/contract/processes/run-enqueuer.ts');
  const child = spawn(process.execPath, [script, database.url, run], {
    env: logEnv(database),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return child;
};

const LOCKS = `pg_locks join pg_database on pg_database.oid = pg_locks.database
  where datname = current_database() and locktype = 'advisory' and objid = 8451004`;

const inLine = async ({ database }: Context): Promise<number> =>
  (await database.pool.query(`select from ${LOCKS}`)).rowCount ?? 0;

test('when the owner is killed another goes on at once, and deliveries are enqueued once', async () => {
  const context = await setUp();
  let child = await startProcess(context, 'run 0');
  await eventually(async () => expect(await inLine(context)).toBe(1));
  let position = 0;
  for (let round = 1; round <= 3; round++) {
    const next = await startProcess(context, `run ${round}`);
    await eventually(async () => expect(await inLine(context)).toBe(2));
    position = await sell(context.store, 1_500);
    await eventually(async () => expect((await queued(context)).length).toBeGreaterThan((round - 1) * 1_500));
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    const killedAt = performance.now();
    await eventually(async () => expect(await inLine(context)).toBe(1));
    expect(performance.now() - killedAt).toBeLessThan(3_000);
    await eventually(async () => expect(await checkpointOf(context)).toBe(position));
    child = next;
  }
  // A transaction each: neither lost nor doubled, wherever the kills fell.
  expect(await queued(context)).toEqual(upTo(4_500));
});

test('what was done outside the transaction before a crash is given again', async () => {
  const context = await setUp();
  const done: number[] = [];
  const follower = enqueuer({
    handle: async (events, tx) => {
      done.push(...events.map(saleOf));
      if (done.length > 1) return;
      // The connection dies between the effect and the commit.
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await context.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    },
  });
  await startRunner(context, { followers: [follower] });
  await sell(context.store, 1);
  await eventually(async () => expect(await checkpointOf(context)).toBe(1));
  expect(done).toEqual([1, 1]);
});

test('an owner that loses its lock makes room for the next, and comes back', async () => {
  const context = await setUp();
  await startRunner(context, { followers: [enqueuer({}, 'first')] });
  await eventually(async () => expect(await inLine(context)).toBe(1));
  await startRunner(context, { followers: [enqueuer({}, 'second')] });
  await eventually(async () => expect(await inLine(context)).toBe(2));
  for (let round = 1; round <= 4; round++) {
    await context.database.pool.query(`select pg_terminate_backend(pid) from ${LOCKS} and granted`);
    await sell(context.store, 100);
    await eventually(async () => expect(await queued(context)).toEqual(upTo(round * 100)));
    await eventually(async () => expect(await inLine(context)).toBe(2));
  }
});
