import { z } from 'zod';
import { id, money, name, sortOrder } from '../fields/fields.ts';
import { description, image, MAX_ENTRIES } from './catalogue-input.ts';

const MAX_CATEGORIES = 1_000;

const category = z.object({ id: id(), name: name(), order_number: sortOrder(), image: image() });

const product = z.object({
  product_id: id(),
  category_id: id(),
  name: name().nullable().default(null),
  description: description(),
  image: image(),
  order_number: sortOrder().nullable().default(null),
  price: money().nullable().default(null),
});

export const showcaseInput = z.object({
  id: id().nullish(),
  name: name(),
  description: description(),
  categories: z.array(category).max(MAX_CATEGORIES),
  products: z.array(product).max(MAX_ENTRIES),
});
