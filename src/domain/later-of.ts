/**
 * The later of two ISO 8601 instants in UTC. For something that follows something else: a till's clock may be wrong,
 * and nothing ends before it begins.
 */
export const laterOf = (first: string, second: string): string =>
  Date.parse(first) > Date.parse(second) ? first : second;
