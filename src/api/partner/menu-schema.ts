import { z } from 'zod';

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
        price: z.int(),
        min_amount: z.number(),
        max_amount: z.number(),
      }),
    )
    .min(1),
});

/** The contract's Menu (section "Menu (showcase) and nomenclature"). */
export const menuSchema = z.object({
  id: z.int(),
  name: z.string(),
  categories: z.array(z.object({ id: z.int(), name: z.string(), order_number: z.int(), image: z.string().nullable() })),
  products: z.array(
    z.object({
      product_id: z.int(),
      category_id: z.int(),
      name: z.string(),
      description: z.string().nullable(),
      price: z.int(),
      weight: z.union([z.number(), z.string()]).nullable(),
      unit: z.union([z.number(), z.string()]).nullable(),
      order_number: z.int(),
      image: z.string().nullable(),
      calories: z.number().nullable(),
      proteins: z.number().nullable(),
      fat: z.number().nullable(),
      carbohydrates: z.number().nullable(),
      is_available: z.boolean(),
      available_quantity: z.number().nullable(),
      modifier_groups: z.array(modifierGroup),
    }),
  ),
});
