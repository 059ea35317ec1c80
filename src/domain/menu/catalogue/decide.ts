import { entryOf, withEntries } from '../../collections/by-id.ts';
import type { Decider } from '../../decider.ts';
import { mended } from '../../mended.ts';
import { conflict, invalid, notFound } from '../../refusal.ts';
import { isSameValue } from '../../same-value.ts';
import type { CatalogueCommand } from './commands.ts';
import type { CatalogueEvent } from './events.ts';
import { closesCycle } from './parents.ts';
import { checkProduct } from './product-rules.ts';
import { retireEntry, withRetired } from './retire.ts';
import type { Catalogue } from './state.ts';

const decide = (catalogue: Catalogue, command: CatalogueCommand): readonly CatalogueEvent[] => {
  switch (command.type) {
    case 'DefineCategory':
      return defineCategory(catalogue, command);
    case 'DefineMenuFolder':
      return defineMenuFolder(catalogue, command);
    case 'DefineProduct': {
      const { product: given, replaces, named, new_group_ids } = command;
      const known = entryOf(catalogue.products, given.product_id);
      if (replaces && !known) throw notFound('product_not_found', { product_id: given.product_id });
      const product = mended(known, given, named);
      checkProduct(catalogue, product, new_group_ids);
      return isSameValue(known, product) ? [] : [{ type: 'ProductDefined', data: product }];
    }
    default:
      return retireEntry(catalogue, command);
  }
};

type CommandOf<Type extends CatalogueCommand['type']> = Extract<CatalogueCommand, { type: Type }>;

const defineCategory = (
  { categories, retired }: Catalogue,
  { category: given, replaces, named }: CommandOf<'DefineCategory'>,
): CatalogueEvent[] => {
  const { category_id } = given;
  const gone = entryOf(retired.categories, category_id);
  const known = entryOf(categories, category_id) ?? gone;
  const field = 'parent_id';
  if (replaces && !known) throw notFound('category_not_found', { category_id });
  const category = mended(known, given, named);
  if (isSameValue(known, category)) return [];
  if (gone) throw conflict('entry_retired');
  const { parent_id } = category;
  if (parent_id !== null && !entryOf(categories, parent_id)) {
    throw invalid('category_not_found', { field, category_id: parent_id });
  }
  if (closesCycle(category_id, parent_id, (id) => entryOf(categories, id)?.parent_id)) {
    throw invalid('category_cycle', { field });
  }
  return [{ type: 'CategoryDefined', data: category }];
};

const defineMenuFolder = (
  { menu_folders, retired }: Catalogue,
  { folder: given, replaces, named }: CommandOf<'DefineMenuFolder'>,
): CatalogueEvent[] => {
  const { menu_folder_id } = given;
  const gone = entryOf(retired.menu_folders, menu_folder_id);
  const known = entryOf(menu_folders, menu_folder_id) ?? gone;
  const field = 'parent_id';
  if (replaces && !known) throw notFound('menu_folder_not_found', { menu_folder_id });
  const folder = mended(known, given, named);
  if (isSameValue(known, folder)) return [];
  if (gone) throw conflict('entry_retired');
  const { parent_id } = folder;
  if (parent_id !== null && !entryOf(menu_folders, parent_id)) {
    throw invalid('menu_folder_not_found', { field, menu_folder_id: parent_id });
  }
  if (closesCycle(menu_folder_id, parent_id, (id) => entryOf(menu_folders, id)?.parent_id)) {
    throw invalid('menu_folder_cycle', { field });
  }
  return [{ type: 'MenuFolderDefined', data: folder }];
};

const evolve = (catalogue: Catalogue, { type, data }: CatalogueEvent): Catalogue => {
  switch (type) {
    case 'CategoryDefined':
      return { ...catalogue, categories: withEntries(catalogue.categories, [[data.category_id, data]]) };
    case 'MenuFolderDefined':
      return { ...catalogue, menu_folders: withEntries(catalogue.menu_folders, [[data.menu_folder_id, data]]) };
    case 'ProductDefined':
      return { ...catalogue, products: withEntries(catalogue.products, [[data.product_id, data]]) };
    case 'CategoryRetired':
    case 'CategoryRestored':
      return withRetired(catalogue, 'categories', data.category_id, type === 'CategoryRetired');
    case 'MenuFolderRetired':
    case 'MenuFolderRestored':
      return withRetired(catalogue, 'menu_folders', data.menu_folder_id, type === 'MenuFolderRetired');
  }
};

/** Stream `catalogue-<brand_id>`. */
export const catalogueDecider: Decider<Catalogue, CatalogueCommand, CatalogueEvent> = {
  category: 'catalogue',
  stateVersion: 2,
  initial: { categories: [], menu_folders: [], products: [], retired: { categories: [], menu_folders: [] } },
  evolve,
  decide,
};
