import type { PointDefined } from '../../domain/points/events.ts';
import type { Brand, BrandState } from '../../domain/references/state.ts';

/** The lists of a brand that cheques refer to. */
const LISTS = ['payment_types', 'order_type_subs', 'cancel_causes', 'tables'] as const;

type Lists = Pick<Brand, (typeof LISTS)[number]>;

/** What a cheque at a point may refer to: what the brand had then, and what it did not know yet as it is now. */
export const referencesThen = (point: PointDefined, then: BrandState, now: Brand) => {
  const { payment_types, order_type_subs, cancel_causes, tables } = listsThen(then, now);
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

const listsThen = (then: BrandState, now: Brand): Lists => {
  if (then === null) return now;
  const lists = LISTS.map((list) => [list, { ...now[list], ...then[list] }]);
  // Object.fromEntries forgets the names.
  return Object.fromEntries(lists) as Lists;
};

const byId = <Item extends { readonly id: number }>(items: readonly Item[]): ReadonlyMap<number, Item> =>
  new Map(items.map((item) => [item.id, item]));
