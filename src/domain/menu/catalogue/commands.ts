import type { Need } from '../../needs.ts';
import type { Category, MenuFolder, Product } from './events.ts';

interface Definition {
  /** The caller named the id, so the entry must exist. */
  readonly replaces: boolean;
  /** The fields that are meant, if not the whole entry: the others stay what they are. */
  readonly named?: readonly string[] | undefined;
}

/** Takes an entry out of all choices, or brings it back. */
export interface RetireEntry {
  readonly type: 'RetireEntry' | 'RestoreEntry';
  readonly list: 'categories' | 'menu_folders';
  readonly id: number;
  /** What needs it outside of the catalogue. */
  readonly needed_by: readonly Need[];
}

export type CatalogueCommand =
  | ({ readonly type: 'DefineCategory'; readonly category: Category } & Definition)
  | ({ readonly type: 'DefineMenuFolder'; readonly folder: MenuFolder } & Definition)
  | RetireEntry
  | ({
      readonly type: 'DefineProduct';
      readonly product: Product;
      /** Modifier groups that got their ids with this command. All others must belong to the product already. */
      readonly new_group_ids: readonly number[];
    } & Definition);
