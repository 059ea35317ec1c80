import type { Point } from '../../domain/points/state.ts';
import type { Brand, BrandState } from '../../domain/references/state.ts';

/** The lists of a brand that cheques and reservations refer to. */
const LISTS = ['payment_types', 'order_type_subs', 'cancel_causes', 'tables', 'halls'] as const;

/** What a cheque at a point may refer to: what the brand had then, and what it did not know yet as it is now. */
export const referencesThen = (point: Point, then: BrandState, now: Brand) => {
  const { payment_types, order_type_subs, cancel_causes, tables } = brandThen(then, now);
  const taken = Object.values(payment_types).filter(({ point_ids }) => point_ids.includes(point.point_id));
  const ofPoint = Object.values(tables).filter(({ point_id }) => point_id === point.point_id);
  return {
    point,
    payment_types: byId(taken.map(({ payment_type_id: id, name, category_id }) => ({ id, name, category_id }))),
    order_type_subs: Object.values(order_type_subs)
      .map(({ order_type_sub_id: id, name, order_type_id, is_default }) => ({ id, name, order_type_id, is_default }))
      .sort((one, other) => one.order_type_id - other.order_type_id || one.id - other.id),
    cancel_causes: byId(
      Object.values(cancel_causes).map(({ cancel_cause_id: id, name, is_default, is_comment_required }) => {
        return { id, name, is_default, is_comment_required };
      }),
    ),
    tables: new Set(ofPoint.map(({ table_id }) => table_id)),
  };
};

/** The brand with its lists of then: an entry that it did not have yet is as it is now. */
export const brandThen = (then: BrandState, now: Brand): Brand => {
  if (then === null) return now;
  const lists = LISTS.map((list) => [list, { ...now[list], ...then[list] }]);
  return { ...now, ...Object.fromEntries(lists) };
};

const byId = <Item extends { readonly id: number }>(items: readonly Item[]): ReadonlyMap<number, Item> =>
  new Map(items.map((item) => [item.id, item]));
