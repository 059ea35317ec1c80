import { beforeEach, expect, test } from 'vitest';
import { Unavailable } from '../../../../src/commands/loop/unavailable.ts';
import { type OnUnits, recordOnUnits } from '../../../../src/commands/stop-list/record-on-units.ts';
import { conflict } from '../../../../src/domain/refusal.ts';
import { envelope } from '../../../support/tally.ts';

const order = { brand_id: 'brand-1', point_id: 'point-1', order_id: 1001 };
const abandoned = conflict('order_hold_abandoned');

let given: string[];
beforeEach(() => {
  given = [];
});

/** Holds are `hold 1`, `hold 2` and so on; `limited` false: there is nothing to hold. */
const recordWith = (record: OnUnits<string>['record'], { isUsed = true, limited = true, failing = false } = {}) => {
  let taken = 0;
  const units = {
    giveBack: async ({ hold_id }: { readonly hold_id: string }) => {
      if (failing) throw new Error('the log is away');
      return given.push(hold_id);
    },
  };
  return recordOnUnits(units, order, envelope(), {
    take: async () => (limited ? `hold ${++taken}` : null),
    record,
    isUsed: () => isUsed,
  });
};

test('what is recorded on its units keeps them', async () => {
  expect(await recordWith(async (hold) => `order on ${hold}`)).toBe('order on hold 1');
  expect(given).toEqual([]);
});

test('units go back when somebody else was first with other units, or the rest was refused', async () => {
  await recordWith(async () => 'order of another', { isUsed: false });
  expect(given).toEqual(['hold 1']);
  const refusal = conflict('order_not_open');
  await expect(recordWith(() => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(given).toEqual(['hold 1', 'hold 1']);
});

test('who was too slow takes other units, and gives up after some attempts', async () => {
  const late = async (hold: string | null, attempt: number) => {
    if (attempt < 2) throw abandoned;
    return `order on ${hold}`;
  };
  expect(await recordWith(late)).toBe('order on hold 3');
  expect(given).toEqual(['hold 1', 'hold 2']);
  await expect(recordWith(() => Promise.reject(abandoned))).rejects.toThrow(Unavailable);
});

test('of what may have been recorded nothing goes back here', async () => {
  await expect(recordWith(() => Promise.reject(new Unavailable('no answer')))).rejects.toThrow('no answer');
  expect(given).toEqual([]);
});

test('only taken units are given back, and a failure to give them back does not fail the order', async () => {
  expect(await recordWith(async () => 'order', { limited: false, isUsed: false })).toBe('order');
  expect(given).toEqual([]);
  expect(await recordWith(async () => 'order', { isUsed: false, failing: true })).toBe('order');
});
