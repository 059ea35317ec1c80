import type { Span } from './trace.ts';

/** From the first byte sent to the last one received: milliseconds since the epoch. */
export interface Request {
  readonly from: number;
  readonly to: number;
}

/** Of a request, on average, the milliseconds in which at least one of the spans was under way. */
export const overlaps = (requests: readonly Request[], spans: readonly Omit<Span, 'kind'>[]): number => {
  const joined = join(spans);
  let sum = 0;
  for (const { from, to } of requests) {
    for (let at = firstAfter(joined, from); at < joined.length && joined[at]!.from < to; at++) {
      sum += Math.min(to, joined[at]!.to) - Math.max(from, joined[at]!.from);
    }
  }
  return sum / requests.length;
};

/** The same time in spans that do not touch, in order. */
const join = (spans: readonly Omit<Span, 'kind'>[]): { from: number; to: number }[] => {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
};

/** The place of the first span that ends after the instant. */
const firstAfter = (spans: readonly { readonly to: number }[], instant: number): number => {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.to > instant) high = middle;
    else low = middle + 1;
  }
  return low;
};
