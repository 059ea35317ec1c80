import { z } from 'zod';
import { defineWebhookKind } from '../../../commands/webhooks/webhook-kind.ts';
import type { MovedUnits } from '../../../domain/stop-list/events.ts';

const stopListChange = z.object({
  point_id: z.uuid(),
  entries: z.array(
    z.object({
      product_id: z.int(),
      quantity: z.number().nullable().meta({ description: 'Units left, 0: none. Null: no limit any more' }),
    }),
  ),
});

type Entries = z.input<typeof stopListChange>['entries'];

const left = (units: readonly MovedUnits[]): Entries =>
  units.map(({ product_id, left }) => ({ product_id, quantity: left }));

/** The webhook about what is out, or nearly out. */
export const kinds = [
  defineWebhookKind({
    event: 'stop_list.changed',
    summary: 'Products are out or limited at a point, have other units left, or are no longer limited',
    about_data: 'for a key with a menu: point_id, entries: product_id and quantity (null: no limit)',
    data: stopListChange,
    types: ['StopListSet', 'StopListCleared', 'UnitsTaken', 'UnitsReturned', 'UnitsPartlyReturned'],
    shown_by: 'stop_list',
    tells: ({ type, data }) => {
      const { point_id } = data;
      const entries =
        type === 'StopListSet'
          ? data.entries.map(({ product_id, quantity }): Entries[number] => ({ product_id, quantity }))
          : type === 'StopListCleared'
            ? data.product_ids.map((product_id): Entries[number] => ({ product_id, quantity: null }))
            : left(data.units);
      return entries.length === 0 ? [] : [{ to: { with_menu: null }, point_id, data: { point_id, entries } }];
    },
  }),
];
