import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createOwnerWatch } from '../../../../src/database/ownership/owner-watch.ts';

test('half a minute without a living owner is told once, and again when it comes to that again', async () => {
  const told: string[] = [];
  const note = (kind: string) => (details: object) => {
    told.push(`${kind} ${(details as { owned: string }).owned}`);
  };
  let now = 0;
  let age_s = 1;
  const rows = () => ['projections', 'processes'].map((name) => ({ name, age_s: name === 'processes' ? 0 : age_s }));
  const pool = { query: async () => ({ rows: rows() }) } as unknown as pg.Pool;
  const watch = createOwnerWatch(pool, { info: note('info'), warn: note('warn') }, () => now);
  onTestFinished(watch.stop);
  const lookAt = async (time: number, age: number) => {
    now = time;
    age_s = age;
    await watch.check();
  };
  await lookAt(20_000, 1);
  await lookAt(60_000, 41);
  expect(told).toEqual(['warn projections']);
  await lookAt(90_000, 71);
  expect(told).toHaveLength(1);
  await lookAt(95_000, 1);
  await lookAt(140_000, 46);
  expect(told).toEqual(['warn projections', 'info projections', 'warn projections']);
});
