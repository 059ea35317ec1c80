import { queryOptions } from '@tanstack/react-query';
import type { Body, Query } from '@tillstream/client';
import { partner } from '../api.ts';
import { language } from '../words/language.ts';
import { keysOf } from './keys.ts';

/** What was known then never changes; what is known now does. */
const freshFor = (asOf: unknown): number => (asOf === undefined ? 30_000 : Number.POSITIVE_INFINITY);

/** A question to the pivot. The answer has titles in the page's language. */
export const olapQuery = (pointId: string, body: Body<'runOlapReport'>) =>
  queryOptions({
    queryKey: [...keysOf(pointId).reports, 'olap', language(), body],
    queryFn: ({ signal }) => partner.reports.olap(body, { signal }),
    staleTime: freshFor(body.as_of),
    gcTime: 10 * 60_000,
  });

/** Groupings and measures of all kinds, with their titles. */
export const olapColumnsQuery = () =>
  queryOptions({
    queryKey: ['olap-columns', language()],
    queryFn: ({ signal }) => partner.reports.olapColumns({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const restatementQuery = (pointId: string, body: Body<'compareOlapReports'>) =>
  queryOptions({
    queryKey: [...keysOf(pointId).reports, 'restatement', language(), body],
    queryFn: ({ signal }) => partner.reports.olapRestatement(body, { signal }),
  });

export const abcXyzQuery = (pointId: string, query: Omit<Query<'getAbcXyzReport'>, 'separator' | 'bom'>) =>
  queryOptions({
    queryKey: [...keysOf(pointId).reports, 'abc-xyz', query],
    queryFn: ({ signal }) => partner.reports.abcXyz(query, { signal }),
    staleTime: freshFor(query.as_of),
  });
