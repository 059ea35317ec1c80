import { z } from 'zod';
import { PRODUCT_TYPES } from '../../domain/menu/catalogue/events.ts';
import { id, integer, money, name, sortOrder, text } from '../fields/fields.ts';
import { description, image, optionalId } from './catalogue-input.ts';

const MAX_GROUPS = 50;
const MAX_GROUP_ITEMS = 200;

const code = () => text(255).nullable().default(null);
const nutrition = () => z.number().min(0).max(1_000_000).nullable().default(null);
const units = () => integer().min(0).max(10_000);

const modifierGroup = z.object({
  id: id().nullish(),
  name: name(),
  min: units(),
  max: units(),
  required: z.boolean(),
  items: z
    .array(z.object({ product_id: id(), min_amount: units().default(0), max_amount: units().default(0) }))
    .max(MAX_GROUP_ITEMS),
});

export const productInput = z.object({
  id: id().nullish(),
  type: z.enum(PRODUCT_TYPES),
  name: name(),
  description: description(),
  category_id: optionalId(),
  menu_folder_id: optionalId(),
  unit: text(64).nullable().default(null),
  weight: nutrition(),
  is_divisible: z.boolean().default(false),
  barcode: code(),
  plu: code(),
  fiscal_code: code(),
  size_parent_id: optionalId(),
  image: image(),
  calories: nutrition(),
  proteins: nutrition(),
  fat: nutrition(),
  carbohydrates: nutrition(),
  base_price: money(),
  order_number: sortOrder().default(0),
  is_active: z.boolean().default(true),
  modifier_groups: z.array(modifierGroup).max(MAX_GROUPS).default([]),
});
