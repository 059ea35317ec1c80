import type { ById } from '../../collections/by-id.ts';
import type { Category, MenuFolder, Product } from './events.ts';

/** Everything that a brand sells or cooks. */
export interface Catalogue {
  readonly categories: ById<Category>;
  readonly menu_folders: ById<MenuFolder>;
  readonly products: ById<Product>;
  /** What nobody can choose any more. What was sold before keeps it. */
  readonly retired: { readonly categories: ById<Category>; readonly menu_folders: ById<MenuFolder> };
}
