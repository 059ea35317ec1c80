import { z } from 'zod';
import { KEY_AUDIENCES, KEY_PERMISSIONS, OPERATOR_CONFIRMATIONS } from '../../domain/keys/events.ts';
import { id, instant, integer, name, uuid } from '../fields/fields.ts';

const distinct = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .transform((items) => [...new Set(items)]);

/** The terms of a key in a request; missing ones stay undefined. */
export const keyTermsInput = z.object({
  name: name().optional(),
  permissions: distinct(z.enum(KEY_PERMISSIONS), 10).optional(),
  // Never empty: that could mean "no point" or "every point", and one of the two is a leak.
  point_ids: z
    .array(uuid())
    .min(1)
    .max(1_000)
    .transform((ids) => [...new Set(ids)])
    .nullish(),
  expires_at: instant().nullish(),
  auto_confirm: z.boolean().optional(),
  operator_confirmation: z.enum(OPERATOR_CONFIRMATIONS).optional(),
  source_id: integer().min(0).max(1_000_000_000).optional(),
  requests_per_minute: integer().min(1).max(1_000_000).nullish().meta({
    description: 'Null: the usual limit. A key of a venue may give at most what the operator allows, 12 000 unless set',
  }),
  showcase_ids: distinct(id(), 100).optional(),
  default_order_type_sub_ids: z.partialRecord(z.enum(['1', '2', '3']), id()).optional(),
});

export const newKeyInput = keyTermsInput.extend({
  brand_id: uuid().nullish(),
  audience: z.enum(KEY_AUDIENCES),
  name: name(),
});
