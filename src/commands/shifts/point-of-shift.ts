import { notFound } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';
import { isKeysPoint } from '../points/require-point.ts';

/** Port: where till shifts are. The read side answers it. */
export interface ShiftPlaces {
  /** The point of a till shift of the brand; undefined if there is no such shift. */
  pointOfShift(brandId: string, shiftId: number): Promise<string | undefined>;
}

/** The point of a till shift that the caller may use. Else shift_not_found (404). */
export const requirePointOfShift = async (
  { brand_id, caller }: CommandContext,
  shifts: ShiftPlaces,
  shiftId: number,
): Promise<string> => {
  const point_id = await shifts.pointOfShift(brand_id, shiftId);
  if (!isKeysPoint(caller, point_id)) throw notFound('shift_not_found');
  return point_id;
};
