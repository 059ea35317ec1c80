import { z } from 'zod';
import { id, name, pictureUrl, sortOrder, text } from '../fields/fields.ts';

/** The most entries of one command: a longer list is sent in parts. */
export const MAX_ENTRIES = 5_000;

export const description = () => text(2_000).nullable().default(null);
export const image = () => pictureUrl().nullable().default(null);
export const optionalId = () => id().nullable().default(null);

/** A list of product ids that is not empty. */
export const productIds = () => z.array(id()).min(1).max(MAX_ENTRIES);

export const categoryInput = z.object({
  id: id().nullish(),
  parent_id: optionalId(),
  name: name(),
  order_number: sortOrder().default(0),
  image: image(),
});

export const menuFolderInput = z.object({
  id: id().nullish(),
  parent_id: optionalId(),
  name: name(),
  order_number: sortOrder().default(0),
  is_active: z.boolean().default(true),
});
