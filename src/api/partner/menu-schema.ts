import { z } from 'zod';
import { amount } from '../../commands/answer-fields.ts';

const modifierGroup = z.object({
  id: z.int(),
  name: z.string(),
  min: z.int(),
  max: z.int(),
  required: z.boolean(),
  items: z
    .array(
      z.object({
        product_id: z.int(),
        name: z.string(),
        price: amount(),
        min_amount: z.number(),
        max_amount: z.number(),
      }),
    )
    .min(1),
});

const category = z.object({ id: z.int(), name: z.string(), order_number: z.int(), image: z.string().nullable() });

const product = z.object({
  product_id: z.int(),
  category_id: z.int(),
  name: z.string(),
  description: z.string(),
  price: amount(),
  weight: z.number().nullable(),
  unit: z.string().nullable(),
  order_number: z.int(),
  image: z.string().nullable(),
  calories: z.number(),
  proteins: z.number(),
  fat: z.number(),
  carbohydrates: z.number(),
  is_available: z.boolean(),
  available_quantity: z.number().nullable(),
  modifier_groups: z.array(modifierGroup),
});

/** The contract's Menu (section "Menu (showcase) and nomenclature"). */
export const menuSchema = z.object({
  id: z.int(),
  name: z.string(),
  categories: z.array(category),
  products: z.array(product),
});

/** The contract's nomenclature (same section). A product may stand in no category of the catalogue. */
export const nomenclatureSchema = z.object({
  categories: z.array(category.extend({ parent_id: z.int().nullable() })),
  products: z.array(product.extend({ category_id: z.int().nullable() })),
});
