import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addQuantities, hasAtMostThreePlaces, lineTotal, multiplyQuantities, sum } from '../../../src/domain/money.ts';

const price = fc.integer({ min: 0, max: 1_000_000_000 });
/** Quantities by their thousandths: what a guest can write, exactly known. */
const milli = fc.integer({ min: 0, max: 99_999_000 });

describe('a line', () => {
  it.each([
    [1_000, 0.615, 615],
    [1_005, 0.1, 101],
    [1, 0.5, 1],
    [1, 0.499, 0],
    [45_000, 2, 90_000],
    [0, 3, 0],
  ])('a line of %d x %d costs %d', (unitPrice, quantity, total) => {
    expect(lineTotal(unitPrice, quantity)).toBe(total);
  });

  it('a line costs the exact product, rounded half up', () => {
    fc.assert(
      fc.property(price, milli, (unitPrice, thousandths) => {
        const exact = BigInt(unitPrice) * BigInt(thousandths);
        const remainder = exact % 1_000n;
        const expected = exact / 1_000n + (remainder >= 500n ? 1n : 0n);
        expect(lineTotal(unitPrice, thousandths / 1_000)).toBe(Number(expected));
      }),
    );
  });
});

describe('quantities', () => {
  it('quantities add up to exact thousandths', () => {
    expect(addQuantities(0.1, 0.2)).toBe(0.3);
    fc.assert(
      fc.property(milli, milli, (first, second) => {
        expect(addQuantities(first / 1_000, second / 1_000)).toBe((first + second) / 1_000);
      }),
    );
  });

  it('quantities multiply to thousandths, rounded half up, in either order', () => {
    expect(multiplyQuantities(0.333, 0.5)).toBe(0.167);
    const factor = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(factor, factor, (first, second) => {
        const expected = Number((BigInt(first) * BigInt(second) + 500n) / 1_000n) / 1_000;
        expect(multiplyQuantities(first / 1_000, second / 1_000)).toBe(expected);
        expect(multiplyQuantities(second / 1_000, first / 1_000)).toBe(expected);
      }),
    );
  });

  it('quantities of three places pass, those of four do not', () => {
    fc.assert(fc.property(milli, (thousandths) => hasAtMostThreePlaces(thousandths / 1_000)));
    const fourPlaces = fc.integer({ min: 1, max: 999_990_000 }).filter((value) => value % 10 !== 0);
    fc.assert(fc.property(fourPlaces, (value) => !hasAtMostThreePlaces(value / 10_000)));
  });

  it('quantities may carry the noise of a sum, but a sliver that rounds to nothing is none', () => {
    expect([0, 0.1 + 0.2].map(hasAtMostThreePlaces)).toEqual([true, true]);
    expect([1e-10, Number.MIN_VALUE].map(hasAtMostThreePlaces)).toEqual([false, false]);
  });
});

it('a sum of no amounts is 0', () => {
  expect(sum([], () => 1)).toBe(0);
  expect(sum([{ amount: 2 }, { amount: 3 }], (item) => item.amount)).toBe(5);
});
