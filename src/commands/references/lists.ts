import { z } from 'zod';
import { ACCOUNT_SOURCES, PAYMENT_CATEGORY } from '../../domain/references/lists.ts';
import { notFound } from '../../domain/refusal.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { id, integer, name, uuid } from '../fields/fields.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';
import { defineList } from './define-list.ts';

/** The commands of the reference lists. */
export const listCommands = [
  defineList('order_type_subs', {
    summary: 'Creates or replaces a sub-type of an order type. A new default takes the place of the old one.',
    input: { name: name(), order_type_id: integer().min(1).max(3), is_default: z.boolean() },
  }),
  defineList('payment_types', {
    summary: 'Creates or replaces a payment type and the points that take it.',
    input: {
      name: name(),
      // The documentation would name only the first of them.
      category_id: z
        .literal(Object.values(PAYMENT_CATEGORY))
        .meta({ type: 'integer', enum: Object.values(PAYMENT_CATEGORY) }),
      point_ids: z.array(uuid()).max(1_000),
    },
    fields: async ({ point_ids, ...rest }, context) => {
      requireWholeBrand(context);
      const distinctPoints = [...new Set(point_ids)];
      for (const pointId of distinctPoints) await requirePoint(context, pointId);
      return { ...rest, point_ids: distinctPoints };
    },
  }),
  defineList('payment_purposes', {
    summary: 'Creates or replaces what money is moved for.',
    input: { name: name(), is_payout: z.boolean() },
  }),
  defineList('cancel_causes', {
    summary: 'Creates or replaces a cause of cancellation. A new default takes the place of the old one.',
    input: { name: name(), is_default: z.boolean(), is_comment_required: z.boolean() },
  }),
  defineList('accounts', {
    summary: 'Creates or replaces an account: money outside of tills, of a point or of the whole brand.',
    input: { point_id: uuid().nullish(), source: z.enum(ACCOUNT_SOURCES), code: name(64), name: name() },
    fields: async ({ point_id = null, ...rest }, context) => {
      if (point_id) await requirePoint(context, point_id);
      else requireWholeBrand(context);
      return { ...rest, point_id };
    },
  }),
  defineList('regions', { summary: 'Creates or renames a region.', input: { name: name() } }),
  defineList('districts', {
    summary: 'Creates or replaces a district of a region.',
    input: { region_id: id(), name: name() },
  }),
  defineList('halls', {
    summary: 'Creates or renames a hall of a point.',
    input: { point_id: uuid(), name: name() },
    fields: async (hall, context) => {
      await requirePoint(context, hall.point_id);
      return hall;
    },
  }),
  defineList('tables', {
    summary: 'Creates or replaces a table of a hall. Capacity null: not specified.',
    input: { hall_id: id(), name: name(), capacity: integer().min(1).max(1_000).nullish() },
    fields: async ({ capacity = null, ...rest }, context) => {
      const { point_ids } = context.caller;
      if (point_ids !== null) {
        const hall = (await requireBrand(context, context.brand_id)).halls[rest.hall_id];
        if (!hall || !point_ids.includes(hall.point_id)) throw notFound('hall_not_found');
      }
      return { ...rest, capacity };
    },
  }),
];
