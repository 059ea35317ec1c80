import { queryOptions } from '@tanstack/react-query';
import { venue } from '../api.ts';
import { keysOf } from './keys.ts';

/** What may be put on a cheque. */
export interface Dish {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly isStopped: boolean;
  readonly modifiers: readonly { readonly id: number; readonly name: string }[];
}

/** The dishes of a point that are on sale, by name. */
export const menuQuery = (pointId: string) =>
  queryOptions({
    queryKey: keysOf(pointId).menu,
    queryFn: async ({ signal }): Promise<readonly Dish[]> => {
      const asked = { params: { path: { point_id: pointId } }, signal };
      const { data } = await venue.api.GET('/venue/v1/points/{point_id}/menu' as never, asked as never);
      return (data as unknown as { products: Dish[] }).products;
    },
  });
