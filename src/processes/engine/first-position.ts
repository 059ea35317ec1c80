/** The first of any number of positions. Math.min takes no more arguments than the stack has room for. */
export const firstPosition = (events: Iterable<{ readonly position: number }>): number | undefined => {
  let first: number | undefined;
  for (const { position } of events) if (first === undefined || position < first) first = position;
  return first;
};
