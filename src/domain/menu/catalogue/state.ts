import type { ById } from '../../collections/by-id.ts';
import type { Category, MenuFolder, Product } from './events.ts';

/** Everything that a brand sells or cooks. Entries are created or replaced whole, and never removed. */
export interface Catalogue {
  readonly categories: ById<Category>;
  readonly menu_folders: ById<MenuFolder>;
  readonly products: ById<Product>;
}
