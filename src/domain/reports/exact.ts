/** Division and roots on integers. Reports compare shares and deviations exactly, and round only what they show. */

/** numerator / denominator, rounded half away from zero to `places` decimal places. The denominator is positive. */
export const ratio = (numerator: bigint, denominator: bigint, places = 2): number => {
  const scale = 10n ** BigInt(places);
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size * scale + denominator) / (2n * denominator);
  return Number(numerator < 0n ? -rounded : rounded) / Number(scale);
};

/** The square root of `square`, divided by the denominator, rounded half up to two places. Neither is negative. */
export const rootRatio = (square: bigint, denominator: bigint): number =>
  // floor((√(4·10⁴·square) + d) / 2d): cutting off the root's own decimals does not change it.
  Number((integerRoot(40_000n * square) + denominator) / (2n * denominator)) / 100;

/** The largest integer whose square is at most `value`. */
export const integerRoot = (value: bigint): bigint => {
  if (value < 2n) return value;
  // Newton's steps go down from any start above the root.
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (let next = (root + value / root) >> 1n; next < root; next = (root + value / root) >> 1n) root = next;
  return root;
};
