import type pg from 'pg';
import type { PointDefined } from '../../domain/point/events.ts';
import { findPoint, hallsOf } from './queries-points.ts';
import {
  type CancelCauseView,
  cancelCauses,
  type OrderTypeSubView,
  orderTypeSubs,
  type PaymentTypeView,
  paymentTypes,
} from './queries-references.ts';

/** What an order at a point may refer to. Read once and kept until something of the brand changes. */
export interface PointReferences {
  readonly point: PointDefined;
  readonly timezone: string;
  /** Payment types the point takes, by id. */
  readonly payment_types: ReadonlyMap<number, PaymentTypeView>;
  /** Of the brand. */
  readonly order_type_subs: readonly OrderTypeSubView[];
  /** Of the brand, by id. */
  readonly cancel_causes: ReadonlyMap<number, CancelCauseView>;
  /** Ids of the point's tables. */
  readonly tables: ReadonlySet<number>;
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
  };
};

const byId = <Item extends { id: number }>(items: readonly Item[]): ReadonlyMap<number, Item> =>
  new Map(items.map((item) => [item.id, item]));
