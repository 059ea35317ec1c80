import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Answer, CommandFields, CommandName } from '@tillstream/client';
import { partner, venue } from '../api.ts';
import { usePoint } from '../points.ts';
import { sendCommand } from './act.ts';
import { keysOf } from './keys.ts';

/** A point's menu as of when; undefined: now. */
export interface MenuAsked {
  readonly pointId: string;
  readonly at: string | undefined;
}

export type Product = Answer<'getProductsReport'>['items'][number];
/** All that was defined of a product, in the words of its command. */
export type DefinedProduct = Answer<'getVenueProduct'>;
export type DefinedShowcase = Answer<'getVenueShowcase'>;

const asOf = (at: string | undefined) => (at === undefined ? {} : { as_of: at });

/** The catalogue with what the point takes for each product. */
export const productsQuery = ({ pointId, at }: MenuAsked, folder: number | undefined) =>
  queryOptions({
    queryKey: [...keysOf(pointId).catalogue, 'products', at ?? 'now', folder ?? 'all'],
    queryFn: async ({ signal }) => {
      const asked = { point_id: [pointId], status: 'all' as const, ...asOf(at), ...(folder && { menu_ids: [folder] }) };
      return (await partner.reports.products(asked, { signal })).items;
    },
  });

export const foldersQuery = ({ pointId, at }: MenuAsked) =>
  queryOptions({
    queryKey: [...keysOf(pointId).catalogue, 'folders', at ?? 'now'],
    queryFn: async ({ signal }) => (await partner.reports.menuFolders(asOf(at), { signal })).folders,
  });

export const productQuery = (pointId: string, id: number) =>
  queryOptions({
    queryKey: [...keysOf(pointId).catalogue, 'product', id],
    queryFn: async ({ signal }) =>
      (await venue.api.GET('/venue/v1/products/{product_id}', { params: { path: { product_id: id } }, signal })).data!,
  });

/** Menus as partners show them. */
export const showcasesQuery = (pointId: string) =>
  queryOptions({
    queryKey: [...keysOf(pointId).catalogue, 'showcases'],
    queryFn: ({ signal }) => partner.menus.list({ signal }),
  });

export const showcaseQuery = (pointId: string, id: number) =>
  queryOptions({
    queryKey: [...keysOf(pointId).catalogue, 'showcase', id],
    queryFn: ({ signal }) => partner.menus.get(id, { point_id: pointId }, { signal }),
  });

export const definedShowcaseQuery = (pointId: string, id: number) =>
  queryOptions({
    queryKey: [...keysOf(pointId).catalogue, 'defined-showcase', id],
    queryFn: async ({ signal }) =>
      (await venue.api.GET('/venue/v1/showcases/{menu_id}', { params: { path: { menu_id: id } }, signal })).data!,
  });

export const categoriesQuery = (pointId: string) =>
  queryOptions({
    queryKey: [...keysOf(pointId).catalogue, 'categories'],
    queryFn: async ({ signal }) =>
      (await venue.api.GET('/venue/v1/categories', { params: { query: { limit: 1_000 } }, signal })).data!.categories,
  });

/** Gives a command about the menu, whose refusal the caller shows. What the pages have read of the menu is read anew. */
export const useMenuCommand = () => {
  const client = useQueryClient();
  const { id } = usePoint();
  return async <Name extends CommandName>(name: Name, fields: CommandFields<Name>) => {
    const answer = await sendCommand(name, fields);
    await Promise.all([
      client.invalidateQueries({ queryKey: keysOf(id).catalogue }),
      client.invalidateQueries({ queryKey: keysOf(id).menu }),
      client.invalidateQueries({ queryKey: keysOf(id).board() }),
    ]);
    return answer;
  };
};
