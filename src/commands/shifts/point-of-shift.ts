import { notFound } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';
import { isKeysPoint } from '../points/require-point.ts';

/** Port: where till shifts are, answered by the read side. */
export interface ShiftPlaces {
  /** The point of a till shift of the brand; undefined when there is no such shift. */
  pointOfShift(brandId: string, shiftId: number): Promise<string | undefined>;
}

/** The point of a till shift the caller may act on. Else shift_not_found (404). */
export const requirePointOfShift = async (
  { brand_id, caller }: CommandContext,
  shifts: ShiftPlaces,
  shiftId: number,
): Promise<string> => {
  const point_id = await shifts.pointOfShift(brand_id, shiftId);
  if (!isKeysPoint(caller, point_id)) throw notFound('shift_not_found');
  return point_id;
};
