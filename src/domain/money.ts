/**
 * Money is an integer in the brand's smallest unit; quantities have at most 3 decimal places. Products of the two are
 * computed on integers (thousandths): 0.615 x 1000 on binary floats is 614.9999, and a guest would see it.
 */
const THOUSAND = 1_000n;

/** A quantity in whole thousandths, so that sums are exact. */
export const thousandths = (quantity: number): number => Math.round(quantity * 1_000);

const toMilli = (quantity: number): bigint => BigInt(thousandths(quantity));
const halfUp = (value: bigint, divisor: bigint): bigint => (value + divisor / 2n) / divisor;

/**
 * Whether a quantity has at most three decimal places, apart from the noise of a client's own sums (0.1 + 0.2). A tiny
 * quantity that rounds to nothing is not noise: it would be a line that costs nothing.
 */
export const hasAtMostThreePlaces = (quantity: number): boolean => {
  const whole = thousandths(quantity);
  return Math.abs(quantity * 1_000 - whole) < 1e-6 && (whole !== 0 || quantity === 0);
};

/** A quantity as it is stored and shown. */
export const toThreePlaces = (quantity: number): number => thousandths(quantity) / 1_000;

/** quantity x price, rounded half up to a whole unit of money. Both are non-negative. */
export const lineTotal = (price: number, quantity: number): number =>
  Number(halfUp(BigInt(price) * toMilli(quantity), THOUSAND));

/** Units of a modifier on a line: units of the parent x units of the modifier per unit, rounded to thousandths. */
export const multiplyQuantities = (first: number, second: number): number =>
  Number(halfUp(toMilli(first) * toMilli(second), THOUSAND)) / 1_000;

export const addQuantities = (first: number, second: number): number =>
  Number(toMilli(first) + toMilli(second)) / 1_000;

/** The share of an amount for `part` of `whole` units, rounded half up. All are non-negative. */
export const proRata = (amount: number, part: number, whole: number): number =>
  Number(halfUp(BigInt(amount) * toMilli(part), toMilli(whole)));

/** The units that belong to `part` of `whole` units of something else, rounded half up to thousandths. */
export const proRataQuantity = (quantity: number, part: number, whole: number): number =>
  Number(halfUp(toMilli(quantity) * toMilli(part), toMilli(whole))) / 1_000;

export const isWhole = (quantity: number): boolean => toMilli(quantity) % THOUSAND === 0n;

export const sum = <T>(items: Iterable<T>, amount: (item: T) => number): number => {
  let total = 0;
  for (const item of items) total += amount(item);
  return total;
};
