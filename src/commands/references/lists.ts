import { notFound } from '../../domain/refusal.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';
import { defineList } from './define-list.ts';
import { LIST_FIELDS } from './list-inputs.ts';

/** The commands of the reference lists. */
export const listCommands = [
  defineList('order_type_subs', {
    summary: 'Creates or replaces a sub-type of an order type. A new default takes the place of the old one.',
    input: LIST_FIELDS.order_type_subs,
  }),
  defineList('payment_types', {
    summary: 'Creates or replaces a payment type and the points that take it.',
    input: LIST_FIELDS.payment_types,
    fields: async ({ point_ids, ...rest }, context) => {
      requireWholeBrand(context);
      const distinctPoints = [...new Set(point_ids)];
      for (const pointId of distinctPoints) await requirePoint(context, pointId);
      return { ...rest, point_ids: distinctPoints };
    },
  }),
  defineList('payment_purposes', {
    summary: 'Creates or replaces what money is moved for.',
    input: LIST_FIELDS.payment_purposes,
  }),
  defineList('cancel_causes', {
    summary: 'Creates or replaces a cause of cancellation. A new default takes the place of the old one.',
    input: LIST_FIELDS.cancel_causes,
  }),
  defineList('accounts', {
    summary: 'Creates or replaces an account: money outside of tills, of a point or of the whole brand.',
    input: LIST_FIELDS.accounts,
    fields: async ({ point_id = null, ...rest }, context) => {
      if (point_id) await requirePoint(context, point_id);
      else requireWholeBrand(context);
      return { ...rest, point_id };
    },
  }),
  defineList('regions', { summary: 'Creates or renames a region.', input: LIST_FIELDS.regions }),
  defineList('districts', {
    summary: 'Creates or replaces a district of a region.',
    input: LIST_FIELDS.districts,
  }),
  defineList('halls', {
    summary: 'Creates or renames a hall of a point.',
    input: LIST_FIELDS.halls,
    fields: async (hall, context) => {
      await requirePoint(context, hall.point_id);
      return hall;
    },
  }),
  defineList('tables', {
    summary: 'Creates or replaces a table of a hall. Capacity null: not specified.',
    input: LIST_FIELDS.tables,
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
