/**
 * Spreads a discount over amounts in proportion. Each part is a whole number, at most its amount, and the parts add up
 * to the discount. Parts are rounded down first. What this leaves goes, one by one, to the amounts that lost most by
 * rounding; of equal ones, to the first. `discount` is at most the sum of `amounts`.
 */
export const spreadDiscount = (amounts: readonly number[], discount: number): number[] => {
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
  if (total === 0n) return amounts.map(() => 0);
  const shares = amounts.map((amount, index) => {
    const exact = BigInt(amount) * BigInt(discount);
    return { index, part: exact / total, rest: exact % total };
  });
  const parts = shares.map(({ part }) => Number(part));
  let left = discount - parts.reduce((sum, part) => sum + part, 0);
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const { index } of byRest) {
    if (left === 0) break;
    parts[index] = parts[index]! + 1;
    left -= 1;
  }
  return parts;
};
