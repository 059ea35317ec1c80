/**
 * A discount spread over amounts in proportion, so that the parts are whole and sum to it: what rounding down leaves
 * goes to those who lost most by it, the first of equals first. Nobody's part is more than his amount.
 * `discount` is at most the sum of `amounts`.
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
