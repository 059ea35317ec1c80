import type pg from 'pg';
import { expect, test } from 'vitest';
import { createSnapshots } from '../../../../src/commands/loop/snapshots.ts';

const BATCH = 100;
const EVENTS = 12_000;

/** The revisions at which a stream's state of this size is saved while the stream grows. */
const savedOf = (bytes: number): number[] => {
  const saved: number[] = [];
  const pool = {
    query: async (_: string, [, , revision]: [string, number, number]) => {
      saved.push(revision);
      return { rows: [] };
    },
  } as unknown as pg.Pool;
  const snapshots = createSnapshots(pool, 10);
  const state = 'x'.repeat(bytes);
  for (let revision = BATCH - 1; revision < EVENTS; revision += BATCH) {
    const folded = { state, revision, recent_command_ids: [] };
    snapshots.keep({ stateVersion: 1, stream: 'ledger-1', folded, keysAsOf: undefined }, revision - BATCH);
  }
  return saved;
};

test('a small state is saved every five hundred events', () => {
  expect(savedOf(100)).toHaveLength(EVENTS / 500);
});

test('a large state is saved less often, by its size', () => {
  expect(savedOf(200_000)).toEqual([499, 1_999, 3_499, 4_999, 6_499, 7_999, 9_499, 10_999]);
});

test('however large a state is, it is saved every five thousand events or so', () => {
  expect(savedOf(4_000_000)).toEqual([499, 5_499, 10_499]);
});
