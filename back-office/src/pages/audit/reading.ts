import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { auditor } from '../../api.ts';
import { serverNow } from '../../parts/server-clock.ts';
import { knownHead } from '../../proofs/known-head.ts';
import { type AuditFilter, type AuditSearch, timeOf } from './search.ts';

export type AuditEvent = Answer<'listAuditEvents'>['events'][number];

/** Bars of the histogram. */
export const BARS = 60;
/** So many events at least, and at most, are read at once. */
const LEAST = 40;
const MOST = 400;
/** Within so short a time all is read, however much it is. */
const SHORTEST_MS = 1_000;

const instant = (ms: number): string => new Date(ms).toISOString();

/**
 * Nothing here is read anew by itself: when an auditor reads what concerns a person, that is recorded, and a page that stands
 * open would fill the log with it.
 */
const BY_HAND = { staleTime: Number.POSITIVE_INFINITY } as const;

export const countsQuery = (search: AuditSearch, filter: AuditFilter) =>
  queryOptions({
    ...BY_HAND,
    queryKey: ['audit', 'counts', search, filter],
    queryFn: async ({ signal }) => {
      const { from, to } = timeOf(search, serverNow());
      const asked = { ...filter, from: instant(from), to: instant(to), buckets: BARS };
      return { ...(await auditor.counts(asked, { signal })), to: instant(to) };
    },
  });

/** Events, the newest first, page by page. */
export const eventsQuery = (search: AuditSearch, filter: AuditFilter) =>
  infiniteQueryOptions({
    ...BY_HAND,
    queryKey: ['audit', 'events', search, filter],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => {
      const { from, to } = timeOf(search, serverNow());
      return latestOf(filter, from, pageParam ?? to, signal);
    },
    getNextPageParam: ({ earlier }) => earlier,
  });

/**
 * The last events of a time. The API lists them in the order of the log, so a count says where the last ones begin.
 * @returns `earlier`: up to where earlier ones are; undefined: there are none
 */
const latestOf = async (filter: AuditFilter, begin: number, end: number, signal: AbortSignal) => {
  let [from, to] = [begin, end];
  for (;;) {
    const { buckets } = await auditor.counts(
      { ...filter, from: instant(from), to: instant(to), buckets: BARS },
      { signal },
    );
    const part = lastParts(buckets.map(({ count }) => count));
    if (!part) return { events: [], earlier: undefined };
    const start = Date.parse(buckets[part.first]!.from);
    if (part.count > MOST && to - from > SHORTEST_MS) {
      to = part.first + 1 < buckets.length ? Date.parse(buckets[part.first + 1]!.from) : to;
      from = start;
      continue;
    }
    const events: AuditEvent[] = [];
    const asked = { ...filter, from: instant(start), to: instant(to) };
    for await (const event of auditor.events(asked, { signal })) events.push(event);
    return { events: events.reverse(), earlier: start > begin ? start : undefined };
  }
};

/** From which part on there are enough events, but no more than are read at once, if one part has not too many. */
export const lastParts = (
  counts: readonly number[],
): { readonly first: number; readonly count: number } | undefined => {
  let sum = 0;
  let first = counts.length;
  for (let part = counts.length - 1; part >= 0 && sum < LEAST; part -= 1) {
    if (counts[part] === 0) continue;
    if (sum > 0 && sum + counts[part]! > MOST) break;
    sum += counts[part]!;
    first = part;
  }
  return sum === 0 ? undefined : { first, count: sum };
};

export const logQuery = queryOptions({
  ...BY_HAND,
  queryKey: ['audit', 'log'],
  queryFn: async ({ signal }) => {
    const checkpoint = await auditor.proofs.checkpoint({}, { signal });
    const key = await auditor.proofs.key({ signal });
    return { checkpoint, key, known: knownHead(key.verifier_key) };
  },
});

/** Events of an export: more would be too much for one file of a browser. */
export const EXPORTED = 10_000;

/** The events of a time as they are exported: in the order of the log, with their proof in the last line. */
export const exported = async (search: AuditSearch, filter: AuditFilter): Promise<string> => {
  const { from, to } = timeOf(search, serverNow());
  const query = { ...filter, from: instant(from), to: instant(to), limit: EXPORTED };
  const { data } = await auditor.api.GET('/audit/v1/events', {
    params: { query },
    headers: { Accept: 'application/x-ndjson' },
    parseAs: 'text',
  });
  return data as unknown as string;
};
