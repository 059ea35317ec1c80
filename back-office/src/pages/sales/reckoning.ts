import type { Answer } from '@tillstream/client';

type Item = Answer<'getOlapDetails'>['items'][number];

/**
 * What the items behind a value come to by the page's own reckoning: their contributions together, or how many different
 * ones they name. Undefined: a quotient, which no sum of items can tell.
 */
export const sumOf = (items: readonly Item[], measure: string): number | undefined => {
  if (items.some(({ contribution }) => measure in contribution)) {
    return items.reduce((sum, { contribution }) => sum + (contribution[measure] ?? 0), 0);
  }
  if (items.some(({ distinct }) => measure in distinct)) {
    return new Set(items.flatMap(({ distinct }) => distinct[measure] ?? [])).size;
  }
  return undefined;
};

/** Costs are not rounded, and sums of fractions differ in their last place. */
export const isSameSum = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one), Math.abs(other));
