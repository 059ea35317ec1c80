import type { TableDefinition } from '../engine/projection.ts';

/** By the brand, and page by page. */
const byBrand = (id: string) => [['brand_id', id]];

/** Raise it when a table changes, or what events write into it: read model `catalogue` is then built anew. */
export const CATALOGUE_VERSION = 4;

export const catalogueTables: readonly TableDefinition[] = [
  {
    name: 'categories',
    columns: {
      category_id: 'bigint',
      brand_id: 'uuid',
      parent_id: 'bigint',
      name: 'text',
      order_number: 'integer',
      image: 'text',
      is_retired: 'boolean',
    },
    key: ['category_id'],
    indexes: byBrand('category_id'),
  },
  {
    name: 'menu_folders',
    columns: {
      menu_folder_id: 'bigint',
      brand_id: 'uuid',
      parent_id: 'bigint',
      name: 'text',
      order_number: 'integer',
      is_active: 'boolean',
      is_retired: 'boolean',
    },
    key: ['menu_folder_id'],
    indexes: byBrand('menu_folder_id'),
  },
  {
    name: 'products',
    columns: {
      product_id: 'bigint',
      brand_id: 'uuid',
      type: 'text',
      name: 'text',
      description: 'text',
      category_id: 'bigint',
      menu_folder_id: 'bigint',
      unit: 'text',
      weight: 'double precision',
      is_divisible: 'boolean',
      barcode: 'text',
      plu: 'text',
      fiscal_code: 'text',
      size_parent_id: 'bigint',
      image: 'text',
      calories: 'double precision',
      proteins: 'double precision',
      fat: 'double precision',
      carbohydrates: 'double precision',
      base_price: 'bigint',
      order_number: 'integer',
      is_active: 'boolean',
      modifier_groups: 'json',
      updated_at: 'timestamptz',
    },
    key: ['product_id'],
    indexes: [...byBrand('product_id'), ['category_id']],
  },
  {
    name: 'product_prices',
    columns: {
      point_id: 'uuid',
      product_id: 'bigint',
      /** '' for the price outside of all windows. */
      window_key: 'text',
      brand_id: 'uuid',
      price: 'bigint',
      days: 'json',
      from_time: 'text',
      to_time: 'text',
      /** When it was set: log position, and place in the event. Of overlapping windows the last one wins. */
      set_position: 'bigint',
      set_place: 'integer',
    },
    key: ['point_id', 'product_id', 'window_key'],
  },
  /** Each price that was ever set, for analysts; null: the point has it no more. A price without a point is the catalogue's. */
  {
    name: 'price_changes',
    columns: {
      position: 'bigint',
      place: 'integer',
      brand_id: 'uuid',
      product_id: 'bigint',
      point_id: 'uuid',
      window_key: 'text',
      days: 'json',
      from_time: 'text',
      to_time: 'text',
      price: 'bigint',
      set_at: 'timestamptz',
    },
    key: ['position', 'place'],
    indexes: [['product_id']],
  },
  {
    name: 'product_costs',
    columns: { point_id: 'uuid', product_id: 'bigint', brand_id: 'uuid', cost: 'bigint' },
    key: ['point_id', 'product_id'],
  },
  {
    name: 'withdrawn_products',
    columns: { point_id: 'uuid', product_id: 'bigint', brand_id: 'uuid' },
    key: ['point_id', 'product_id'],
  },
  {
    name: 'closed_sections',
    columns: { point_id: 'uuid', category_id: 'bigint', brand_id: 'uuid' },
    key: ['point_id', 'category_id'],
  },
  {
    name: 'showcases',
    columns: {
      menu_id: 'bigint',
      brand_id: 'uuid',
      name: 'text',
      description: 'text',
      /** The showcase's categories and products, as published. */
      document: 'json',
      updated_at: 'timestamptz',
    },
    key: ['menu_id'],
    indexes: byBrand('menu_id'),
  },
];
