/** An order as lists and feeds show it: who gave discounts and took goods back, only the answer about one order says. */
// biome-ignore lint/suspicious/noExplicitAny: an answer
export const asListed = ({ adjustments: _, ...order }: any): any => ({
  ...order,
  returns: order.returns.map(({ by: __, ...returned }: { readonly by?: object }) => returned),
});
