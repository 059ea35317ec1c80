import { z } from 'zod';
import { stopListDecider } from '../../domain/stop-list/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { nothing } from '../bus/results.ts';
import { id, stopQuantity, text, uuid } from '../fields/fields.ts';
import { MAX_ENTRIES, productIds } from '../menu/catalogue-input.ts';
import { requireProducts } from '../menu/require-products.ts';
import { requirePoint } from '../points/require-point.ts';

const entry = z.object({ product_id: id(), quantity: stopQuantity(), reason: text(255).nullable().default(null) });

const setStopList = defineCommand({
  type: 'SetStopList',
  audiences: ['venue'],
  summary: 'Puts products on the stop-list of a point with the units left (0: none). Other entries stay.',
  input: z.object({ point_id: uuid(), entries: z.array(entry).min(1).max(MAX_ENTRIES) }),
  result: nothing,
  run: async ({ point_id, entries }, context) => {
    await requirePoint(context, point_id);
    await requireProducts(
      context,
      entries.map((it) => it.product_id),
      (index) => `entries[${index}].product_id`,
    );
    const command = { type: 'SetStopList', brand_id: context.brand_id, point_id, entries } as const;
    return outcome(await context.handle(stopListDecider, point_id, command, { point_id }), () => ({}));
  },
});

const clearStopList = defineCommand({
  type: 'ClearStopList',
  audiences: ['venue'],
  summary: 'Takes products off the stop-list of a point; without product_ids, all of them.',
  input: z.object({ point_id: uuid(), product_ids: productIds().nullable().default(null) }),
  result: nothing,
  run: async ({ point_id, product_ids }, context) => {
    await requirePoint(context, point_id);
    await requireProducts(context, product_ids ?? [], (index) => `product_ids[${index}]`);
    const command = { type: 'ClearStopList', brand_id: context.brand_id, point_id, product_ids } as const;
    return outcome(await context.handle(stopListDecider, point_id, command, { point_id }), () => ({}));
  },
});

export const stopListCommands = [setStopList, clearStopList];
