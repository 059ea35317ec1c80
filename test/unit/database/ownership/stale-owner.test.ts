import type pg from 'pg';
import { expect, test } from 'vitest';
import { watchOwner } from '../../../../src/database/ownership/stale-owner.ts';

const timing = { beatMs: 2_000, staleMs: 10_000 };

/** What stands by looks at a database in the hands of the test. Answers the time at which it ended the owner. */
const setUp = () => {
  const holder = { pid: 7, backend_start: 'then', beat_at: '0' as string | null, host: 'a', process_id: 1 };
  let now = 0;
  let beatAt: number | null = 0;
  let endedAt: number | null = null;
  const query = async (sql: string) => {
    if (!sql.includes('pg_terminate_backend(a.pid)')) {
      return { rows: [{ ...holder, beat_at: beatAt && `${beatAt}`, now_ms: now, age_ms: beatAt && now - beatAt }] };
    }
    endedAt ??= now;
    return { rows: [{ ended: true }] };
  };
  const owner = { lock: 1, name: 'projections', sessions: 'tillstream-projections', timing, onEnded: () => {} };
  const check = watchOwner({ query } as unknown as pg.ClientBase, owner);
  return {
    /** A check every two seconds until then, with a beat before each while `isAlive`. */
    until: async (time: number, isAlive: boolean) => {
      for (; now <= time; now += timing.beatMs) {
        if (isAlive) beatAt = now + 1;
        await check();
      }
      return endedAt;
    },
    pause: (ms: number) => {
      now += ms;
    },
    withoutBeats: () => {
      beatAt = null;
    },
  };
};

test('an owner that says nothing is ended soon after ten seconds', async () => {
  const { until } = setUp();
  expect(await until(60_000, true)).toBe(null);
  expect(await until(90_000, false)).toBeLessThanOrEqual(74_000);
});

test('an owner that is slow is left alone', async () => {
  const { until } = setUp();
  for (let time = 0; time < 200_000; time += 16_000) {
    expect(await until(time + 8_000, false)).toBe(null);
    expect(await until(time + 16_000, true)).toBe(null);
  }
});

test('after a pause of the database every beat is old, and no owner is ended for it', async () => {
  const { until, pause } = setUp();
  for (let time = 0; time < 300_000; time += 40_000) {
    expect(await until(time + 10_000, true)).toBe(null);
    pause(20_000);
    // The one that stands by is answered first.
    expect(await until(time + 34_000, false)).toBe(null);
    expect(await until(time + 38_000, true)).toBe(null);
  }
});

test('an owner that was frozen before its first beat is ended once it was watched for ten seconds', async () => {
  const { until, withoutBeats } = setUp();
  withoutBeats();
  expect(await until(8_000, false)).toBe(null);
  expect(await until(60_000, false)).toBeLessThanOrEqual(12_000);
});
