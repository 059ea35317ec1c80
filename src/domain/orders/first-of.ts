/** The first of these parts that make the amount, or all of them if they make less. Parts of 0 are left out. */
export const firstOf = <Part extends { readonly amount: number }>(parts: readonly Part[], amount: number): Part[] => {
  let rest = amount;
  return parts.flatMap((part) => {
    const taken = Math.min(rest, part.amount);
    rest -= taken;
    return taken > 0 ? [{ ...part, amount: taken }] : [];
  });
};
