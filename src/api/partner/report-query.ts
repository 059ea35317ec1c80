import type pg from 'pg';
import { z } from 'zod';
import { isKeysPoint } from '../../commands/bus/caller.ts';
import { notFound } from '../../domain/refusal.ts';
import { listPoints } from '../../projections/points/queries.ts';
import { queryDate, queryUuids } from '../http/query.ts';
import type { RouteRequest } from '../http/route-request.ts';

/** The query of reports over days, at some points or all. */
export const periodQuery = z.object({
  date_from: queryDate(),
  date_to: queryDate(),
  point_id: queryUuids().optional(),
});

/**
 * The points of a request: those it names, else the key's; null: every point of the brand. Throws point_not_found (404)
 * for a point of another brand, or outside of the key's.
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
