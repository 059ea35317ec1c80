import { type ById, entryOf, withEntries, withoutIds } from '../../collections/by-id.ts';
import { type Need, requireUnneeded } from '../../needs.ts';
import { conflict, notFound } from '../../refusal.ts';
import type { RetireEntry } from './commands.ts';
import type { CatalogueEvent, Category, MenuFolder } from './events.ts';
import type { Catalogue } from './state.ts';

type RetiredList = RetireEntry['list'];

/** What a list's entry is called, and the field by which a product names it. */
const LISTS = {
  categories: { what: 'category', id: 'category_id', not_found: 'category_not_found' },
  menu_folders: { what: 'menu_folder', id: 'menu_folder_id', not_found: 'menu_folder_not_found' },
} as const;

/** Retires a category or a menu folder that nothing needs, or restores it below a parent that is in use. */
export const retireEntry = (catalogue: Catalogue, command: RetireEntry): readonly CatalogueEvent[] => {
  const { list, id, needed_by } = command;
  const { not_found, id: idField } = LISTS[list];
  const isRetiring = command.type === 'RetireEntry';
  const inUse: ById<Category | MenuFolder> = catalogue[list];
  const retired: ById<Category | MenuFolder> = catalogue.retired[list];
  const entry = entryOf(isRetiring ? inUse : retired, id);
  if (entry === undefined) {
    if (entryOf(isRetiring ? retired : inUse, id) !== undefined) return [];
    throw notFound(not_found, { [idField]: id });
  }
  const { brand_id, parent_id } = entry;
  if (isRetiring) requireUnneeded([...neededInCatalogue(catalogue, list, id), ...needed_by]);
  else if (parent_id !== null && !entryOf(inUse, parent_id))
    throw conflict('entry_retired', {}, { field: 'parent_id' });
  if (list === 'categories') {
    return [{ type: isRetiring ? 'CategoryRetired' : 'CategoryRestored', data: { brand_id, category_id: id } }];
  }
  return [{ type: isRetiring ? 'MenuFolderRetired' : 'MenuFolderRestored', data: { brand_id, menu_folder_id: id } }];
};

const neededInCatalogue = (catalogue: Catalogue, list: RetiredList, id: number): Need[] => {
  const { what, id: idField } = LISTS[list];
  const entries: ById<Category | MenuFolder> = catalogue[list];
  const below = entries.filter(([, { parent_id }]) => parent_id === id);
  const products = catalogue.products.filter(([, product]) => product[idField] === id);
  return [
    ...below.map(([entryId, { name }]) => ({ what, id: entryId, name })),
    ...products.map(([productId, { name }]) => ({ what: 'product', id: productId, name })),
  ];
};

/** The catalogue with an entry among those that are retired, or back in use. */
export const withRetired = (catalogue: Catalogue, list: RetiredList, id: number, isRetired: boolean): Catalogue => {
  const move = <Entry>(inUse: ById<Entry>, retired: ById<Entry>): [inUse: ById<Entry>, retired: ById<Entry>] => {
    const entry = entryOf(isRetired ? inUse : retired, id);
    if (entry === undefined) return [inUse, retired];
    return isRetired
      ? [withoutIds(inUse, [id]), withEntries(retired, [[id, entry]])]
      : [withEntries(inUse, [[id, entry]]), withoutIds(retired, [id])];
  };
  if (list === 'categories') {
    const [categories, retired] = move(catalogue.categories, catalogue.retired.categories);
    return { ...catalogue, categories, retired: { ...catalogue.retired, categories: retired } };
  }
  const [menu_folders, retired] = move(catalogue.menu_folders, catalogue.retired.menu_folders);
  return { ...catalogue, menu_folders, retired: { ...catalogue.retired, menu_folders: retired } };
};
