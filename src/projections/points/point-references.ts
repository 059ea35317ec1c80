import type pg from 'pg';
import type { Point } from '../../domain/points/state.ts';
import type { BookPoint } from '../../domain/reservations/commands.ts';
import {
  type CancelCauseView,
  cancelCauses,
  type OrderTypeSubView,
  orderTypeSubs,
  type PaymentTypeView,
  paymentTypes,
} from '../references/queries.ts';
import { findPoint, type HallView, hallsOf } from './queries.ts';

/** What an order at a point may refer to. Read once and kept until something of the brand changes. */
export interface PointReferences {
  readonly point: Point;
  readonly timezone: string;
  /** Payment types that the point takes, by id. */
  readonly payment_types: ReadonlyMap<number, PaymentTypeView>;
  /** Of the brand. */
  readonly order_type_subs: readonly OrderTypeSubView[];
  /** Of the brand, by id. */
  readonly cancel_causes: ReadonlyMap<number, CancelCauseView>;
  /** Ids of the point's tables. */
  readonly tables: ReadonlySet<number>;
  readonly halls: readonly HallView[];
  /** The settings of its reservations. */
  readonly book: BookPoint;
}

/** Undefined when the brand has no such point. */
export const loadPointReferences = async (
  pool: pg.Pool,
  brandId: string,
  pointId: string,
): Promise<PointReferences | undefined> => {
  const [point, types, order_type_subs, causes, halls] = await Promise.all([
    findPoint(pool, brandId, pointId),
    paymentTypes(pool, brandId, pointId),
    orderTypeSubs(pool, brandId),
    cancelCauses(pool, brandId),
    hallsOf(pool, brandId, pointId),
  ]);
  if (!point) return undefined;
  return {
    point,
    timezone: point.timezone,
    payment_types: byId(types),
    order_type_subs,
    cancel_causes: byId(causes),
    tables: new Set(halls.flatMap((hall) => hall.tables.map((table) => table.id))),
    halls,
    book: bookOf(point, halls),
  };
};

const bookOf = (point: Point, halls: readonly HallView[]): BookPoint => ({
  brand_id: point.brand_id,
  point_id: point.point_id,
  timezone: point.timezone,
  working_hours: point.working_hours,
  special_days: point.special_days,
  reservation_rules: point.reservation_rules,
  tables: byId(
    halls.flatMap(({ id: hall_id, name: hall_name, tables }) =>
      tables.map((table) => ({ ...table, hall_id, hall_name })),
    ),
  ),
});

const byId = <Item extends { id: number }>(items: readonly Item[]): ReadonlyMap<number, Item> =>
  new Map(items.map((item) => [item.id, item]));
