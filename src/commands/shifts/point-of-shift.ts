import { notFound } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/command.ts';
import { isKeysPoint } from '../points/require-point.ts';

/** The point of a till shift the caller may act on. Else shift_not_found (404). */
export const requirePointOfShift = async (
  { brand_id, caller, lookups }: CommandContext,
  shiftId: number,
): Promise<string> => {
  const point_id = await lookups.pointOfShift(brand_id, shiftId);
  if (!isKeysPoint(caller, point_id)) throw notFound('shift_not_found');
  return point_id;
};
