import { invalid } from '../../domain/refusal.ts';
import { isKeysPoint } from '../bus/caller.ts';
import { type CommandContext, isPast } from '../bus/context.ts';
import { Unavailable } from '../loop/unavailable.ts';
import type { OrderingPoint, OrderingPoints } from './ordering-point.ts';
import { requirePoint } from './require-point.ts';

/**
 * The point with its prices and references: of the time when it happened, if that is past. point_not_found (404) if the
 * key is not for it.
 */
export const requireTillPoint = async (
  context: CommandContext,
  { points }: { readonly points: OrderingPoints },
  pointId: string,
): Promise<OrderingPoint> => {
  const { caller, brand_id } = context;
  const find = () =>
    isPast(context) ? points.findThen(brand_id, pointId, context.occurred_at) : points.find(brand_id, pointId);
  const point = isKeysPoint(caller, pointId) ? await find() : undefined;
  if (point) return point;
  await requirePoint(context, pointId);
  throw new Unavailable('the point was defined only just now');
};

/** The current name of a payment type of the point. payment_type_not_available (400) if the point does not take it. */
export const paymentTypeAt = (point: OrderingPoint, paymentTypeId: number, field: string) => {
  const type = point.payment_types.get(paymentTypeId);
  if (!type) throw invalid('payment_type_not_available', { field });
  return { payment_type_id: type.id, payment_type_name: type.name, payment_category_id: type.category_id };
};
