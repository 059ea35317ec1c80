import { entryOf, withEntries } from '../../collections/by-id.ts';
import type { Decider } from '../../decider.ts';
import { invalid, notFound } from '../../refusal.ts';
import { isSameValue } from '../../same-value.ts';
import type { CatalogueCommand } from './commands.ts';
import type { CatalogueEvent, Category, MenuFolder } from './events.ts';
import { closesCycle } from './parents.ts';
import { checkProduct } from './product-rules.ts';
import type { Catalogue } from './state.ts';

const decide = (catalogue: Catalogue, command: CatalogueCommand): readonly CatalogueEvent[] => {
  switch (command.type) {
    case 'DefineCategory':
      return defineCategory(catalogue, command.category, command.replaces);
    case 'DefineMenuFolder':
      return defineMenuFolder(catalogue, command.folder, command.replaces);
    case 'DefineProduct': {
      const { product, replaces, new_group_ids } = command;
      const known = entryOf(catalogue.products, product.product_id);
      if (replaces && !known) throw notFound('product_not_found', { product_id: product.product_id });
      checkProduct(catalogue, product, new_group_ids);
      return isSameValue(known, product) ? [] : [{ type: 'ProductDefined', data: product }];
    }
  }
};

const defineCategory = ({ categories }: Catalogue, category: Category, replaces: boolean): CatalogueEvent[] => {
  const { category_id, parent_id } = category;
  const known = entryOf(categories, category_id);
  const field = 'parent_id';
  if (replaces && !known) throw notFound('category_not_found', { category_id });
  if (parent_id !== null && !entryOf(categories, parent_id)) {
    throw invalid('category_not_found', { field, category_id: parent_id });
  }
  if (closesCycle(category_id, parent_id, (id) => entryOf(categories, id)?.parent_id)) {
    throw invalid('category_cycle', { field });
  }
  return isSameValue(known, category) ? [] : [{ type: 'CategoryDefined', data: category }];
};

const defineMenuFolder = ({ menu_folders }: Catalogue, folder: MenuFolder, replaces: boolean): CatalogueEvent[] => {
  const { menu_folder_id, parent_id } = folder;
  const known = entryOf(menu_folders, menu_folder_id);
  const field = 'parent_id';
  if (replaces && !known) throw notFound('menu_folder_not_found', { menu_folder_id });
  if (parent_id !== null && !entryOf(menu_folders, parent_id)) {
    throw invalid('menu_folder_not_found', { field, menu_folder_id: parent_id });
  }
  if (closesCycle(menu_folder_id, parent_id, (id) => entryOf(menu_folders, id)?.parent_id)) {
    throw invalid('menu_folder_cycle', { field });
  }
  return isSameValue(known, folder) ? [] : [{ type: 'MenuFolderDefined', data: folder }];
};

const evolve = (catalogue: Catalogue, { type, data }: CatalogueEvent): Catalogue => {
  switch (type) {
    case 'CategoryDefined':
      return { ...catalogue, categories: withEntries(catalogue.categories, [[data.category_id, data]]) };
    case 'MenuFolderDefined':
      return { ...catalogue, menu_folders: withEntries(catalogue.menu_folders, [[data.menu_folder_id, data]]) };
    case 'ProductDefined':
      return { ...catalogue, products: withEntries(catalogue.products, [[data.product_id, data]]) };
  }
};

/** Stream `catalogue-<brand_id>`. */
export const catalogueDecider: Decider<Catalogue, CatalogueCommand, CatalogueEvent> = {
  category: 'catalogue',
  stateVersion: 1,
  initial: { categories: [], menu_folders: [], products: [] },
  evolve,
  decide,
};
