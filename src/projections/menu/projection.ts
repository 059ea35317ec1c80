import type { CostEntry, PriceEntry } from '../../domain/menu/point-menu/events.ts';
import { windowKey } from '../../domain/menu/point-menu/price-window.ts';
import type { ShowcasePublished } from '../../domain/menu/showcase/events.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { type BatchWriter, dataOf, type Projection, type Row } from '../engine/projection.ts';
import { catalogueTables } from './tables.ts';

interface OfPoint {
  readonly brand_id: string;
  readonly point_id: string;
}

/** The payload is the row: definitions carry it whole, under the columns' names. */
const putsInto = (table: string) => (event: RecordedEvent, write: BatchWriter) => write.put(table, dataOf<Row>(event));

const setPrices = (event: RecordedEvent, write: BatchWriter): void => {
  const { brand_id, point_id, prices } = dataOf<OfPoint & { prices: PriceEntry[] }>(event);
  for (const [place, { product_id, price, window }] of prices.entries()) {
    const key = { point_id, product_id, window_key: window ? windowKey(window) : '' };
    if (price === null) {
      write.remove('product_prices', key);
      continue;
    }
    write.put('product_prices', {
      ...key,
      brand_id,
      price,
      days: window?.days ?? null,
      from_time: window?.from ?? null,
      to_time: window?.to ?? null,
      set_position: event.position,
      set_place: place,
    });
  }
};

const setCosts = (event: RecordedEvent, write: BatchWriter): void => {
  const { costs, ...ofPoint } = dataOf<OfPoint & { costs: CostEntry[] }>(event);
  for (const entry of costs) write.put('product_costs', { ...ofPoint, ...entry });
};

const publishShowcase = (event: RecordedEvent, write: BatchWriter): void => {
  const { categories, products, ...showcase } = dataOf<ShowcasePublished>(event);
  const updated_at = event.metadata.occurred_at;
  write.put('showcases', { ...showcase, document: { categories, products }, updated_at });
};

const marksProducts = (table: string) => (event: RecordedEvent, write: BatchWriter) => {
  const { product_ids, ...ofPoint } = dataOf<OfPoint & { product_ids: number[] }>(event);
  for (const product_id of product_ids) write.put(table, { ...ofPoint, product_id });
};

const removesProducts = (table: string) => (event: RecordedEvent, write: BatchWriter) => {
  const { point_id, product_ids } = dataOf<OfPoint & { product_ids: number[] }>(event);
  for (const product_id of product_ids) write.remove(table, { point_id, product_id });
};

/** What the brand sells, and how each point departs from it: the ground of menus and of every order's prices. */
export const catalogueProjection: Projection = {
  name: 'catalogue',
  version: 2,
  tables: catalogueTables,
  on: {
    CategoryDefined: putsInto('categories'),
    MenuFolderDefined: putsInto('menu_folders'),
    ProductDefined: putsInto('products'),
    PricesSet: setPrices,
    CostsSet: setCosts,
    ProductsWithdrawnFromSale: marksProducts('withdrawn_products'),
    ProductsPutOnSale: removesProducts('withdrawn_products'),
    MenuSectionClosed: putsInto('closed_sections'),
    MenuSectionOpened: (event, write) => {
      const { point_id, category_id } = dataOf<OfPoint & { category_id: number }>(event);
      write.remove('closed_sections', { point_id, category_id });
    },
    ShowcasePublished: publishShowcase,
  },
};
