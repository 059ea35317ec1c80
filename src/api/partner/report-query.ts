import type pg from 'pg';
import { z } from 'zod';
import { isKeysPoint } from '../../commands/points.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import { listPoints } from '../../projections/venue/queries-points.ts';
import { queryDate, queryUuids } from '../http/query.ts';
import type { RouteRequest } from '../http/route.ts';

/** The query of reports over days, at some points or all. */
export const periodQuery = z.object({
  date_from: queryDate(),
  date_to: queryDate(),
  point_id: queryUuids().optional(),
});

const DAY_MS = 86_400_000;

/** Throws unless the days, both included, are at most so many. */
export const checkPeriod = ({ date_from, date_to }: { date_from: string; date_to: string }, days: number): void => {
  if (date_to < date_from) throw invalid('period_reversed', { field: 'date_to' });
  // Counted, since the last day there could be may lie beyond the year 9999.
  if ((Date.parse(date_to) - Date.parse(date_from)) / DAY_MS >= days)
    throw invalid('period_too_long', { field: 'date_to', days });
};

/**
 * The points a request is about: those it names, else the key's; null: every point of the brand. Throws point_not_found (404)
 * for one of another brand, or outside the key's.
 */
export const requirePointIds = async (
  pool: pg.Pool,
  { caller, brandId }: Pick<RouteRequest, 'caller' | 'brandId'>,
  named: readonly string[] | undefined,
): Promise<readonly string[] | null> => {
  if (named === undefined) return caller.point_ids;
  const known = await listPoints(pool, brandId, named);
  const isOurs = (id: string) => isKeysPoint(caller, id) && known.some(({ point_id }) => point_id === id);
  if (!named.every(isOurs)) throw notFound('point_not_found');
  return named;
};
