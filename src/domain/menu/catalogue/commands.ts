import type { Category, MenuFolder, Product } from './events.ts';

/** `replaces`: the caller named the id, so the entry must exist. */
export type CatalogueCommand =
  | { readonly type: 'DefineCategory'; readonly category: Category; readonly replaces: boolean }
  | { readonly type: 'DefineMenuFolder'; readonly folder: MenuFolder; readonly replaces: boolean }
  | {
      readonly type: 'DefineProduct';
      readonly product: Product;
      readonly replaces: boolean;
      /** Modifier groups that got their ids with this command. All others must belong to the product already. */
      readonly new_group_ids: readonly number[];
    };
