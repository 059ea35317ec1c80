import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';
import { keysOf } from './keys.ts';

/** What may be put on a cheque. */
export interface Dish {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly isAvailable: boolean;
  /** Choices that belong together: a size, extras. */
  readonly groups: readonly Group[];
}

export interface Group {
  readonly id: number;
  readonly name: string;
  /** How many at least and at most; `max` 0: as many as one likes. */
  readonly min: number;
  readonly max: number;
  readonly items: readonly { readonly id: number; readonly name: string; readonly price: number }[];
}

/** The dishes of a point that are on sale, in the order of its menu. */
export const menuQuery = (pointId: string) =>
  queryOptions({
    queryKey: keysOf(pointId).menu,
    queryFn: async ({ signal }): Promise<readonly Dish[]> => {
      const { products } = await partner.menus.nomenclature({ point_id: pointId }, { signal });
      return products.map(({ product_id, name, price, is_available, modifier_groups }) => ({
        id: product_id,
        name,
        price,
        isAvailable: is_available,
        groups: modifier_groups.map((group) => ({
          id: group.id,
          name: group.name,
          min: group.min,
          max: group.max,
          items: group.items.map((item) => ({ id: item.product_id, name: item.name, price: item.price })),
        })),
      }));
    },
  });
