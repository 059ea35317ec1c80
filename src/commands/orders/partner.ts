import { notFound } from '../../domain/refusal.ts';
import type { Caller } from '../bus/caller.ts';
import { isKeysPoint } from '../points/require-point.ts';
import type { OrderingPoint, OrderingPoints } from './ordering-point.ts';

/** The key an order comes through, with what the venue set for it. */
export interface Partner extends Caller {
  readonly brand_id: string;
  /** ISO 3166 code of the brand's country: completes phone numbers. */
  readonly country_code: string;
  readonly showcase_ids: readonly number[];
  readonly default_order_type_sub_ids: Readonly<Record<string, number>>;
  /** Orders go to the kitchen at once, before the till accepts them. */
  readonly auto_confirm: boolean;
  /** Which of its orders wait for an operator of the venue. */
  readonly operator_confirmation: 'none' | 'delivery' | 'all';
  readonly source_id: number;
}

/** The point, or 404: another brand's point and one outside the key's points do not exist for the caller. */
export const requireOrderingPoint = async (
  points: OrderingPoints,
  partner: Partner,
  pointId: string,
): Promise<OrderingPoint> => {
  const point = isKeysPoint(partner, pointId) ? await points.find(partner.brand_id, pointId) : undefined;
  if (!point) throw notFound('point_not_found');
  return point;
};
