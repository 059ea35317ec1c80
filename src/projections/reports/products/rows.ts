import type { Category, MenuFolder, Product } from '../../../domain/menu/catalogue/events.ts';
import type { PointMenuSource } from '../../menu/point-menu.ts';
import type { StopListItem } from '../../stop-list/stop-list.ts';

export type CatalogueProduct = Omit<Product, 'brand_id'> & {
  /** ISO 8601 instant of the last definition. */
  readonly updated_at: string;
};
export type CatalogueFolder = Omit<MenuFolder, 'brand_id'>;
export type CatalogueCategory = Omit<Category, 'brand_id'>;

/** What a brand's catalogue held at one moment. */
export interface CatalogueRows {
  readonly products: readonly CatalogueProduct[];
  readonly folders: readonly CatalogueFolder[];
  readonly categories: readonly CatalogueCategory[];
}

/** How one point departed from it, and what its stop-list had. */
export interface PointRows extends PointMenuSource {
  readonly stop_list: readonly StopListItem[];
}

/** A point as it was named then. */
export interface ReportPoint {
  readonly point_id: string;
  readonly point_name: string;
  readonly timezone: string;
}

/** Where the rows come from: the read models, or the log. */
export interface RowSource {
  catalogue(): Promise<CatalogueRows>;
  point(pointId: string): Promise<PointRows>;
}
