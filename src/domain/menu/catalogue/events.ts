import { z } from 'zod';
import type { EventsOf } from '../../events-of.ts';

const id = z.int();

export const PRODUCT_TYPES = ['product', 'prep', 'item', 'modifier', 'service'] as const;

const modifierGroup = z.object({
  id,
  name: z.string(),
  /** Bounds on the units chosen in the group; max 0 = no upper bound. */
  min: z.int(),
  max: z.int(),
  required: z.boolean(),
  items: z.array(
    z.object({
      product_id: id,
      /** Bounds on the units of this item, if it is chosen; max 0 = no upper bound. */
      min_amount: z.int(),
      max_amount: z.int(),
    }),
  ),
});

export const catalogueEvents = {
  CategoryDefined: {
    version: 1,
    schema: z.object({
      brand_id: z.uuid(),
      category_id: id,
      parent_id: id.nullable(),
      name: z.string(),
      order_number: z.int(),
      image: z.string().nullable(),
    }),
  },
  MenuFolderDefined: {
    version: 1,
    schema: z.object({
      brand_id: z.uuid(),
      menu_folder_id: id,
      parent_id: id.nullable(),
      name: z.string(),
      order_number: z.int(),
      is_active: z.boolean(),
    }),
  },
  CategoryRetired: { version: 1, schema: z.object({ brand_id: z.uuid(), category_id: id }) },
  CategoryRestored: { version: 1, schema: z.object({ brand_id: z.uuid(), category_id: id }) },
  MenuFolderRetired: { version: 1, schema: z.object({ brand_id: z.uuid(), menu_folder_id: id }) },
  MenuFolderRestored: { version: 1, schema: z.object({ brand_id: z.uuid(), menu_folder_id: id }) },
  ProductDefined: {
    version: 1,
    schema: z.object({
      brand_id: z.uuid(),
      product_id: id,
      type: z.enum(PRODUCT_TYPES),
      name: z.string(),
      description: z.string().nullable(),
      category_id: id.nullable(),
      menu_folder_id: id.nullable(),
      unit: z.string().nullable(),
      weight: z.number().nullable(),
      is_divisible: z.boolean(),
      barcode: z.string().nullable(),
      plu: z.string().nullable(),
      fiscal_code: z.string().nullable(),
      /** The product this one is a size of. */
      size_parent_id: id.nullable(),
      image: z.string().nullable(),
      calories: z.number().nullable(),
      proteins: z.number().nullable(),
      fat: z.number().nullable(),
      carbohydrates: z.number().nullable(),
      base_price: z.int(),
      order_number: z.int(),
      is_active: z.boolean(),
      modifier_groups: z.array(modifierGroup),
    }),
  },
} as const;

type Definitions = typeof catalogueEvents;
export type CatalogueEvent = EventsOf<Definitions>;

export type Category = z.infer<Definitions['CategoryDefined']['schema']>;
export type MenuFolder = z.infer<Definitions['MenuFolderDefined']['schema']>;
export type Product = z.infer<Definitions['ProductDefined']['schema']>;
export type ProductModifierGroup = z.infer<typeof modifierGroup>;
