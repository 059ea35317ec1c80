import type { PointZones } from '../../domain/delivery/zone.ts';
import type { ProductSnapshot } from '../../domain/orders/commands.ts';
import type { PriceBook } from '../../domain/orders/price-book.ts';
import type { Point } from '../../domain/points/state.ts';
import type { Brand } from '../../domain/references/state.ts';
import { notFound } from '../../domain/refusal.ts';
import { isKeysPoint, type Partner } from '../bus/caller.ts';

export interface PaymentType {
  readonly id: number;
  readonly name: string;
  readonly category_id: number;
}

export interface OrderTypeSub {
  readonly id: number;
  readonly order_type_id: number;
  readonly is_default: boolean;
}

export interface CancelCause {
  readonly id: number;
  readonly name: string;
  readonly is_comment_required: boolean;
}

export interface KnownProduct extends ProductSnapshot {
  readonly is_divisible: boolean;
}

/** All that an order at a point needs, as it is now. It is in memory, so that pricing an order makes no query. */
export interface OrderingPoint {
  readonly point: Point;
  /** Where the point delivers to. */
  readonly zones: PointZones;
  /** Payment types configured on the point, by id. */
  readonly payment_types: ReadonlyMap<number, PaymentType>;
  /** Order sub-types of the brand. */
  readonly order_type_subs: readonly OrderTypeSub[];
  readonly cancel_causes: ReadonlyMap<number, CancelCause>;
  /** Ids of the point's tables. */
  readonly tables: ReadonlySet<number>;
  /** A product of the brand's catalogue as it is at the point, sold or not. */
  product(productId: number): KnownProduct | undefined;
  /** Prices for a key's showcases at an instant (ISO 8601). */
  priceBook(showcaseIds: readonly number[], at: string): PriceBook;
}

/** A point, and the brand with its lists. */
export interface PointAndBrand {
  readonly point: Point;
  readonly brand: Brand;
}

/** A port. The read side implements it; wiring/write-side.ts connects them. */
export interface OrderingPoints {
  /** Undefined when the brand has no such point. */
  find(brandId: string, pointId: string): Promise<OrderingPoint | undefined>;
  /**
   * The point as it was at an instant of the past (ISO 8601). What the log did not know yet then is as it is now. Its
   * stop-list is that of then, its zones are those of now.
   */
  findThen(brandId: string, pointId: string, at: string): Promise<OrderingPoint | undefined>;
  /** The point and the lists of its brand at an instant of the past, in the same way. */
  placeThen(brandId: string, pointId: string, at: string): Promise<PointAndBrand | undefined>;
}

/** The point, or 404 if it belongs to another brand, or is a point that the key is not for. */
export const requireOrderingPoint = async (
  { points }: { readonly points: OrderingPoints },
  partner: Partner,
  pointId: string,
): Promise<OrderingPoint> => {
  const point = isKeysPoint(partner, pointId) ? await points.find(partner.brand_id, pointId) : undefined;
  if (!point) throw notFound('point_not_found');
  return point;
};
