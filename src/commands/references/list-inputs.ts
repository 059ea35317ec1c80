import { z } from 'zod';
import { ACCOUNT_SOURCES, type ListName, PAYMENT_CATEGORY } from '../../domain/references/lists.ts';
import { id, integer, name, uuid } from '../fields/fields.ts';

/** The fields of an entry of each reference list, without its id: what its command takes. Pages use them too. */
export const LIST_FIELDS = {
  order_type_subs: { name: name(), order_type_id: integer().min(1).max(3), is_default: z.boolean() },
  payment_types: {
    name: name(),
    // The documentation would name only the first of them.
    category_id: z
      .literal(Object.values(PAYMENT_CATEGORY))
      .meta({ type: 'integer', enum: Object.values(PAYMENT_CATEGORY) }),
    point_ids: z.array(uuid()).max(1_000),
  },
  payment_purposes: { name: name(), is_payout: z.boolean() },
  cancel_causes: { name: name(), is_default: z.boolean(), is_comment_required: z.boolean() },
  accounts: { point_id: uuid().nullish(), source: z.enum(ACCOUNT_SOURCES), code: name(64), name: name() },
  regions: { name: name() },
  districts: { region_id: id(), name: name() },
  halls: { point_id: uuid(), name: name() },
  tables: { hall_id: id(), name: name(), capacity: integer().min(1).max(1_000).nullish() },
} as const satisfies Readonly<Record<ListName, z.ZodRawShape>>;
