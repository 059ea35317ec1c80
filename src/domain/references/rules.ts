import { conflict, notFound } from '../refusal.ts';
import type { BrandEvent } from './events.ts';
import type { Entries, ListName } from './lists.ts';
import type { Brand } from './state.ts';

/** Rules for the entries of one list. */
interface ListRules<Entry extends object> {
  /** Completes the entry from the brand's other lists; refuses one that names something the brand does not have. */
  complete?(brand: Brand, given: Entry): Entry;
  /** Refuses a forbidden change; answers the events that come before the entry's own. */
  change?(brand: Brand, entry: Entry, known: Entry | undefined): readonly BrandEvent[];
}

const rules: { readonly [List in ListName]?: ListRules<Entries[List]> } = {
  /** An order type has at most one default sub-type. */
  order_type_subs: {
    change: (brand, { is_default, order_type_sub_id: id, order_type_id: type }) =>
      Object.values(brand.order_type_subs)
        .filter((other) => is_default && other.is_default && other.order_type_sub_id !== id)
        .filter((other) => other.order_type_id === type)
        .map(({ brand_id, order_type_sub_id, order_type_id }) => ({
          type: 'OrderTypeSubLostDefault',
          data: { brand_id, order_type_sub_id, order_type_id },
        })),
  },
  /** The brand has at most one default cancel cause. */
  cancel_causes: {
    change: (brand, { is_default, cancel_cause_id: id }) =>
      Object.values(brand.cancel_causes)
        .filter((other) => is_default && other.is_default && other.cancel_cause_id !== id)
        .map(({ brand_id, cancel_cause_id }) => ({
          type: 'CancelCauseLostDefault',
          data: { brand_id, cancel_cause_id },
        })),
  },
  halls: { change: (_brand, hall, known) => keepPoint(known, hall, 'point_id') },
  tables: {
    /** The table's point is the point of its hall. */
    complete: ({ halls }, table) => {
      const hall = halls[table.hall_id];
      if (!hall) throw notFound('hall_not_found');
      return { ...table, point_id: hall.point_id };
    },
    change: (_brand, table, known) => keepPoint(known, table, 'hall_id'),
  },
  accounts: { change: (_brand, account, known) => keepPoint(known, account, 'point_id') },
  districts: {
    complete: ({ regions }, district) => {
      if (!regions[district.region_id]) throw notFound('region_not_found');
      return district;
    },
  },
};

/** Reservations and money of a point refer to its halls, tables and accounts: those cannot move to another point. */
const keepPoint = <Entry extends { readonly point_id: string | null }>(
  known: Entry | undefined,
  given: Entry,
  field: string,
): readonly BrandEvent[] => {
  if (known && known.point_id !== given.point_id) throw conflict('point_cannot_change', { field });
  return [];
};

/** Code that handles all lists alike knows only that an entry is an entry. */
export const rulesOf = (list: ListName): ListRules<object> => rules[list] ?? {};
