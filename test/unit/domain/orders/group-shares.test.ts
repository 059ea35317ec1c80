import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChosenUnits, type GroupBounds, shareOut } from '../../../../src/domain/orders/group-shares.ts';

/** The same by trying every way there is. */
const fitsSomehow = (chosen: readonly ChosenUnits[], groups: readonly GroupBounds[]): boolean => {
  const tryOut = (modifier: number, counted: readonly number[]): boolean => {
    const it = chosen[modifier];
    if (!it) return groups.every(({ least, most }, group) => counted[group]! >= least && counted[group]! <= most);
    return waysOf(it.units, it.offered).some((way) =>
      tryOut(
        modifier + 1,
        counted.map((sum, at) => sum + way[at]!),
      ),
    );
  };
  return tryOut(
    0,
    groups.map(() => 0),
  );
};

const waysOf = (units: number, offered: readonly number[]): number[][] => {
  const [first, ...rest] = offered;
  if (first === undefined) return units === 0 ? [[]] : [];
  const parts = Array.from({ length: Math.min(first, units) + 1 }, (_, part) => part);
  return parts.flatMap((part) => waysOf(units - part, rest).map((way) => [part, ...way]));
};

const cases = fc.integer({ min: 1, max: 3 }).chain((count) => {
  const bounds = fc.record({ least: fc.integer({ min: 0, max: 3 }), spare: fc.constantFrom(0, 1, 2, Infinity) });
  const offered = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: count, maxLength: count });
  return fc.record({
    groups: fc.array(bounds, { minLength: count, maxLength: count }),
    chosen: fc.array(fc.record({ units: fc.integer({ min: 0, max: 4 }), offered }), { maxLength: 4 }),
  });
});

describe('sharing out', () => {
  it('sharing units out to groups finds a way exactly when there is one', () => {
    const seen = { yes: 0, no: 0 };
    fc.assert(
      fc.property(cases, ({ groups, chosen }) => {
        const bounds = groups.map(({ least, spare }) => ({ least, most: least + spare }));
        const fits = fitsSomehow(chosen, bounds);
        seen[fits ? 'yes' : 'no']++;
        expect(shareOut(chosen, bounds).fits).toBe(fits);
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(50);
  });

  it('sharing units out to groups is quick where it is hardest: everything offered everywhere, and one group short', () => {
    const groups = Array.from({ length: 50 }, () => ({ least: 1_000, most: 2_000 }));
    const chosen = Array.from({ length: 100 }, (_, index) => ({
      units: 499 + (index % 2),
      offered: groups.map((_, group) => (group <= index / 2 ? 500 : 0)),
    }));
    const { user } = process.threadCpuUsage();
    expect(shareOut(chosen, groups).fits).toBe(false);
    expect(process.threadCpuUsage().user - user).toBeLessThan(500_000);
  });
});
