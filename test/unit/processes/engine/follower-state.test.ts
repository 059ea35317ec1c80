import { describe, expect, test } from 'vitest';
import {
  batchSize,
  type FollowerState,
  failed,
  retryMs,
  WORKING,
  worked,
} from '../../../../src/processes/engine/follower-state.ts';

const MANY = 500;
const failedAt = (given: number, state: FollowerState = WORKING) => failed(state, given, 'no disk');

describe('a follower', () => {
  test('a follower that does not fail gets many events at a time', () => {
    expect(worked(WORKING, MANY)).toBe(WORKING);
    expect(batchSize(WORKING)).toBe(MANY);
  });

  test('a follower that failed is given the same events one at a time, until they are done', () => {
    const kinds: string[] = [];
    let state: FollowerState = failedAt(3);
    for (let done = 0; done < 3; done++) {
      expect(batchSize(state)).toBe(1);
      state = worked(state, 1);
      kinds.push(state.kind);
    }
    expect(kinds).toEqual(['careful', 'careful', 'working']);
    expect(batchSize(state)).toBe(MANY);
  });

  test('a follower that fails at one of them again has as many left as before', () => {
    const careful = worked(failedAt(3), 1);
    expect(failedAt(1, careful)).toMatchObject({ kind: 'failing', left: 2, failures: 1 });
  });

  test('a follower that fails without events, as when the log cannot be read, is given many', () => {
    expect(batchSize(failedAt(0))).toBe(MANY);
    expect(worked(failedAt(0), 0)).toBe(WORKING);
  });

  test('a follower waits ever longer while it fails, a minute at most, and half a second at first after it has worked', () => {
    let failing = failedAt(1);
    const pauses: number[] = [];
    for (let times = 0; times < 9; times++) {
      pauses.push(retryMs(failing));
      failing = failedAt(1, failing);
    }
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(retryMs(failedAt(1, worked(failing, 0)))).toBe(500);
  });
});
