import { ratio, rootRatio } from '../exact.ts';

export const ABC = ['A', 'B', 'C'] as const;
export const XYZ = ['X', 'Y', 'Z'] as const;
export type Abc = (typeof ABC)[number];
export type Xyz = (typeof XYZ)[number];

/** A has the first 80 percent of all contributions, B those up to 95. */
export const ABC_THRESHOLDS = [80, 95] as const;

/** The sales of a product, as far as they decide its classes. */
export interface Sales {
  readonly product_id: number;
  /** What it adds to the total, on any scale that all products share. */
  readonly contribution: bigint;
  /** Thousandths of units in each bucket that had sales. */
  readonly units: readonly bigint[];
}

export interface Thresholds {
  /** The number of buckets of the period. */
  readonly buckets: number;
  /** Hundredths of a percent: up to these coefficients of variation a product is X, or Y. */
  readonly x_max: bigint;
  readonly y_max: bigint;
}

export interface Classes {
  readonly product_id: number;
  readonly share_percent: number;
  readonly cumulative_percent: number;
  readonly abc: Abc;
  readonly avg_quantity: number;
  readonly std_quantity: number;
  /** Null: nothing was sold, so there is nothing that could vary. */
  readonly cv_percent: number | null;
  readonly xyz: Xyz;
}

/**
 * Returns a function that tells the classes of one product after another. It must be given those of `sales`, in the order of
 * `byContribution`. Comparisons are made on integers, before rounding.
 */
export const classifier = (sales: readonly Sales[], thresholds: Thresholds): ((sold: Sales) => Classes) => {
  const total = sales.reduce((sum, { contribution }) => sum + positive(contribution), 0n);
  let cumulative = 0n;
  let isFirst = true;
  return ({ product_id, contribution, units }) => {
    const share = positive(contribution);
    cumulative += share;
    const abc = abcOf(share, cumulative, total, isFirst);
    isFirst = false;
    return {
      product_id,
      share_percent: percentOf(share, total),
      cumulative_percent: percentOf(cumulative, total),
      abc,
      ...variation(units, thresholds),
    };
  };
};

/** The largest contribution first. */
export const byContribution = (first: Sales, second: Sales): number =>
  Number(second.contribution > first.contribution) - Number(second.contribution < first.contribution) ||
  first.product_id - second.product_id;

const positive = (value: bigint): bigint => (value > 0n ? value : 0n);

const percentOf = (part: bigint, total: bigint): number => (total === 0n ? 0 : ratio(part * 100n, total));

const abcOf = (share: bigint, cumulative: bigint, total: bigint, isFirst: boolean): Abc => {
  if (share === 0n) return 'C';
  const [a, b] = ABC_THRESHOLDS;
  if (isFirst || cumulative * 100n <= BigInt(a) * total) return 'A';
  return cumulative * 100n <= BigInt(b) * total ? 'B' : 'C';
};

/**
 * With n buckets, S the sum of their units and Q the sum of squares, the mean is S/n and the standard deviation (of the
 * whole population) is √(nQ - S²) / n. A bucket without sales adds nothing to S or Q, but counts in n.
 */
const variation = (
  units: readonly bigint[],
  { buckets, x_max, y_max }: Thresholds,
): Pick<Classes, 'avg_quantity' | 'std_quantity' | 'cv_percent' | 'xyz'> => {
  const n = BigInt(buckets);
  const sum = units.reduce((total, unit) => total + unit, 0n);
  const spread = n * units.reduce((total, unit) => total + unit * unit, 0n) - sum * sum;
  /** cv = 100 √spread / S is compared by its square, because a root is not exact. */
  const isUpTo = (max: bigint): boolean => spread * 10_000n ** 2n <= (max * sum) ** 2n;
  return {
    avg_quantity: ratio(sum, n * 1_000n),
    std_quantity: rootRatio(spread, n * 1_000n),
    cv_percent: sum === 0n ? null : rootRatio(spread * 10_000n, sum),
    xyz: sum === 0n ? 'Z' : isUpTo(x_max) ? 'X' : isUpTo(y_max) ? 'Y' : 'Z',
  };
};

/** How many products each of the nine pairs of classes has. */
export const matrixOf = (classes: readonly Pick<Classes, 'abc' | 'xyz'>[]): Record<`${Abc}${Xyz}`, number> => {
  const matrix = { AX: 0, AY: 0, AZ: 0, BX: 0, BY: 0, BZ: 0, CX: 0, CY: 0, CZ: 0 };
  for (const { abc, xyz } of classes) matrix[`${abc}${xyz}`] += 1;
  return matrix;
};
