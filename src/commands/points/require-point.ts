import { pointDecider } from '../../domain/points/decide.ts';
import type { DatedPoint } from '../../domain/points/state.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import type { Brand } from '../../domain/references/state.ts';
import { notFound } from '../../domain/refusal.ts';
import { requireKeysPoint } from '../bus/caller.ts';
import type { CommandContext } from '../bus/context.ts';

type Loading = Pick<CommandContext, 'load'>;

/** The brand as of now. Throws brand_not_found (404). */
export const requireBrand = async (context: Loading, brandId: string): Promise<Brand> => {
  const brand = await context.load(brandDecider, brandId);
  if (brand === null) throw notFound('brand_not_found');
  return brand;
};

/** A point that the caller may use, as of now: of its brand and among its key's points. Else point_not_found (404). */
export const requirePoint = async (context: CommandContext, pointId: string): Promise<DatedPoint> => {
  requireKeysPoint(context.caller, pointId);
  return requirePointOfBrand(context, context.brand_id, pointId);
};

/** A point of a brand, as of now, whatever the points of the caller's key. Else point_not_found (404). */
export const requirePointOfBrand = async (context: Loading, brandId: string, pointId: string): Promise<DatedPoint> => {
  const point = await context.load(pointDecider, pointId);
  if (point === null || point.brand_id !== brandId) throw notFound('point_not_found');
  return point;
};
