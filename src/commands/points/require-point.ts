import { pointDecider } from '../../domain/points/decide.ts';
import type { PointDefined } from '../../domain/points/events.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import type { Brand } from '../../domain/references/state.ts';
import { forbidden, notFound } from '../../domain/refusal.ts';
import type { Caller } from '../bus/caller.ts';
import type { CommandContext } from '../bus/context.ts';

type Loading = Pick<CommandContext, 'load'>;

/** The brand as of now. Throws brand_not_found (404). */
export const requireBrand = async (context: Loading, brandId: string): Promise<Brand> => {
  const brand = await context.load(brandDecider, brandId);
  if (brand === null) throw notFound('brand_not_found');
  return brand;
};

/** A point the caller may act on, as of now: of its brand and among its key's points. Else point_not_found (404). */
export const requirePoint = async (context: CommandContext, pointId: string): Promise<PointDefined> => {
  requireKeysPoint(context.caller, pointId);
  return requirePointOfBrand(context, context.brand_id, pointId);
};

/** A point of a brand, as of now, whatever points the caller's key is for. Else point_not_found (404). */
export const requirePointOfBrand = async (
  context: Loading,
  brandId: string,
  pointId: string,
): Promise<PointDefined> => {
  const point = await context.load(pointDecider, pointId);
  if (point === null || point.brand_id !== brandId) throw notFound('point_not_found');
  return point;
};

/** A point that a command names, and the caller's key is not for, does not exist for it: point_not_found (404). */
export const requireKeysPoint = (caller: Caller, pointId: string): void => {
  if (!isKeysPoint(caller, pointId)) throw notFound('point_not_found');
};

/** Whether a point, where there is one, is among those the caller's key is for. */
export const isKeysPoint = (
  { point_ids }: Pick<Caller, 'point_ids'>,
  pointId: string | null | undefined,
): pointId is string => pointId != null && (point_ids === null || point_ids.includes(pointId));

/** What concerns the whole brand is not for a key that is bound to some of its points: points_forbidden (403). */
export const requireWholeBrand = ({ caller }: Pick<CommandContext, 'caller'>): void => {
  if (caller.point_ids !== null) throw forbidden('points_forbidden');
};
