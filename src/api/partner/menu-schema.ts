import { z } from 'zod';
import { amount } from '../../commands/fields/answer-fields.ts';

const modifierGroup = z.object({
  id: z.int(),
  name: z.string(),
  min: z.int().describe('Units to be chosen of one unit of the product, at least'),
  max: z.int().describe('Units that may be chosen of one unit of the product; 0: as many as one likes'),
  required: z.boolean().describe('Whether at least one unit has to be chosen'),
  items: z
    .array(
      z.object({
        product_id: z.int(),
        name: z.string(),
        price: amount(),
        min_amount: z.number().describe('Units of this one, once it is chosen, at least'),
        max_amount: z.number().describe('Units of this one that may be taken; 0: as many as its group allows'),
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

/** The contract's Menu (docs/domain.md#menu). */
export const menuSchema = z.object({
  id: z.int(),
  name: z.string(),
  categories: z.array(category),
  products: z.array(product),
});

/** The contract's nomenclature (docs/domain.md#menu). A product may have no category in the catalogue. */
export const nomenclatureSchema = z.object({
  categories: z.array(category.extend({ parent_id: z.int().nullable() })),
  products: z.array(product.extend({ category_id: z.int().nullable() })),
});

export const stopListSchema = z.object({
  stop_list: z.array(z.object({ product_id: z.int(), quantity: z.number() })),
});
