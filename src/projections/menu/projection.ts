import type { EventOf } from '../../domain/event-catalogue.ts';
import { windowKey } from '../../domain/menu/point-menu/price-window.ts';
import type { Recorded, RecordedEvent } from '../../event-store/event-store.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter, Row } from '../engine/projection.ts';
import { CATALOGUE_VERSION, catalogueTables } from './tables.ts';

/** The payload is the row: a definition carries it whole, under the columns' names. */
const putsInto =
  (table: string) =>
  ({ data }: { readonly data: Row }, write: BatchWriter): void =>
    write.put(table, data);

const setPrices = (event: Recorded<EventOf<'PricesSet'>>, write: BatchWriter): void => {
  const { brand_id, point_id, prices } = event.data;
  for (const [place, { product_id, price, window }] of prices.entries()) {
    const key = { point_id, product_id, window_key: window ? windowKey(window) : '' };
    const hours = { days: window?.days ?? null, from_time: window?.from ?? null, to_time: window?.to ?? null };
    putPriceChange(event, { ...key, ...hours, place, brand_id, price }, write);
    if (price === null) write.remove('product_prices', key);
    else
      write.put('product_prices', {
        ...key,
        ...hours,
        brand_id,
        price,
        set_position: event.position,
        set_place: place,
      });
  }
};

const putPriceChange = ({ position, metadata }: RecordedEvent, change: Row, write: BatchWriter): void =>
  write.insert('price_changes', { ...change, position, set_at: metadata.occurred_at });

const defineProduct = (event: Recorded<EventOf<'ProductDefined'>>, write: BatchWriter): void => {
  const { brand_id, product_id, base_price } = event.data;
  write.put('products', { ...event.data, updated_at: event.metadata.occurred_at });
  const everywhere = { point_id: null, window_key: '', days: null, from_time: null, to_time: null };
  putPriceChange(event, { ...everywhere, place: 0, brand_id, product_id, price: base_price }, write);
};

const setCosts = ({ data }: EventOf<'CostsSet'>, write: BatchWriter): void => {
  const { costs, ...ofPoint } = data;
  for (const entry of costs) write.put('product_costs', { ...ofPoint, ...entry });
};

const publishShowcase = (event: Recorded<EventOf<'ShowcasePublished'>>, write: BatchWriter): void => {
  const { categories, products, ...showcase } = event.data;
  const updated_at = event.metadata.occurred_at;
  write.put('showcases', { ...showcase, document: { categories, products }, updated_at });
};

const withdrawProducts = ({ data }: EventOf<'ProductsWithdrawnFromSale'>, write: BatchWriter): void => {
  const { product_ids, ...ofPoint } = data;
  for (const product_id of product_ids) write.put('withdrawn_products', { ...ofPoint, product_id });
};

const putProductsOnSale = ({ data }: EventOf<'ProductsPutOnSale'>, write: BatchWriter): void => {
  const { point_id, product_ids } = data;
  for (const product_id of product_ids) write.remove('withdrawn_products', { point_id, product_id });
};

const RETIRED = { is_retired: true };
const IN_USE = { is_retired: false };

/** What the brand sells, and how each point departs from it: the basis of menus and of every order's prices. */
export const catalogueProjection = defineProjection({
  name: 'catalogue',
  version: CATALOGUE_VERSION,
  tables: catalogueTables,
  on: {
    CategoryDefined: putsInto('categories'),
    MenuFolderDefined: putsInto('menu_folders'),
    CategoryRetired: ({ data: { category_id } }, write) => write.patch('categories', { category_id }, RETIRED),
    CategoryRestored: ({ data: { category_id } }, write) => write.patch('categories', { category_id }, IN_USE),
    MenuFolderRetired: ({ data: { menu_folder_id } }, write) =>
      write.patch('menu_folders', { menu_folder_id }, RETIRED),
    MenuFolderRestored: ({ data: { menu_folder_id } }, write) =>
      write.patch('menu_folders', { menu_folder_id }, IN_USE),
    ProductDefined: defineProduct,
    PricesSet: setPrices,
    CostsSet: setCosts,
    ProductsWithdrawnFromSale: withdrawProducts,
    ProductsPutOnSale: putProductsOnSale,
    MenuSectionClosed: putsInto('closed_sections'),
    MenuSectionOpened: (event, write) => {
      const { point_id, category_id } = event.data;
      write.remove('closed_sections', { point_id, category_id });
    },
    ShowcasePublished: publishShowcase,
  },
});
