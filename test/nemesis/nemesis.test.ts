// A database of its own: its server is killed.

import { expect, test } from 'vitest';
import { createDatabase, startTestCluster } from '../support/cluster.ts';
import { SHORT } from './plan.ts';
import { describeViolation } from './report.ts';
import { runRound } from './run.ts';

/** Each plan has crashes, a kill of Postgres, and read models that stand still; this one cuts both processes off, too. */
const SEED = 34;

test(`two processes under random faults keep all promises to their clients (seed ${SEED})`, {
  // A quarter of a minute, on a machine with nothing else to do.
  timeout: 300_000,
}, async () => {
  // Of its own, to be killed.
  const cluster = await startTestCluster({ guarded: true });
  const database = await createDatabase(cluster.adminUrl, 'installed');
  try {
    const { violations, history } = await runRound({
      seed: SEED,
      scale: SHORT,
      databaseUrl: database.url,
      killPostgres: cluster.kill,
    });
    expect(violations.map(describeViolation)).toEqual([]);
    // It would hold as well where nothing was answered.
    expect(history.filter(({ status }) => status === 200).length).toBeGreaterThan(SHORT.operations / 2);
  } finally {
    await database.drop();
    await cluster.stop();
  }
});
