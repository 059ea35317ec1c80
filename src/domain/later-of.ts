/**
 * The later of two ISO 8601 instants in UTC. For what follows something else: a till's clock may be wrong, and nothing
 * ends before it began.
 */
export const laterOf = (first: string, second: string): string =>
  Date.parse(first) > Date.parse(second) ? first : second;
