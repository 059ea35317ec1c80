import { z } from 'zod';
import type { EventsOf } from '../../events-of.ts';

const id = z.int();

const category = z.object({
  /** The showcase's own number, chosen by the venue. It has nothing to do with the catalogue's categories. */
  id,
  name: z.string(),
  order_number: z.int(),
  image: z.string().nullable(),
});

/** A product as the channel shows it. A null field comes from the catalogue and the point. */
const product = z.object({
  product_id: id,
  category_id: id,
  name: z.string().nullable(),
  description: z.string().nullable(),
  image: z.string().nullable(),
  order_number: z.int().nullable(),
  price: z.int().nullable(),
});

export const showcaseEvents = {
  ShowcasePublished: {
    version: 1,
    schema: z.object({
      brand_id: z.uuid(),
      menu_id: id,
      name: z.string(),
      description: z.string().nullable(),
      categories: z.array(category),
      products: z.array(product),
    }),
  },
} as const;

type Definitions = typeof showcaseEvents;
export type ShowcaseEvent = EventsOf<Definitions>;

export type ShowcasePublished = z.infer<Definitions['ShowcasePublished']['schema']>;
export type ShowcaseCategory = z.infer<typeof category>;
export type ShowcaseProduct = z.infer<typeof product>;
