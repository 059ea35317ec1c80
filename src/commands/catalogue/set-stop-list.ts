import { z } from 'zod';
import { stopListDecider } from '../../domain/stop-list/stop-list.ts';
import { defineCommand, outcome } from '../command.ts';
import { id, stopQuantity, text, uuid } from '../fields.ts';
import { requirePoint } from '../points.ts';
import { nothing } from '../results.ts';
import { MAX_ENTRIES, requireProducts } from './catalogue-input.ts';

const entry = z.object({ product_id: id(), quantity: stopQuantity(), reason: text(255).nullable().default(null) });

export const setStopList = defineCommand({
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
