import { z } from 'zod';
import { pointMenuDecider } from '../../domain/menu/point-menu/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { nothing } from '../bus/results.ts';
import { endOfDay, id, integer, money, timeOfDay, uuid } from '../fields/fields.ts';
import { requirePoint } from '../points/require-point.ts';
import { MAX_ENTRIES } from './catalogue-input.ts';
import { requireProducts } from './require-products.ts';

const window = z.object({
  days: z
    .array(integer().min(1).max(7))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, { params: { code: 'field_duplicate' } })
    .meta({ uniqueItems: true, description: '1 Monday to 7 Sunday' })
    .transform((days) => days.toSorted((first, second) => first - second)),
  from: timeOfDay(),
  to: endOfDay().meta({ description: 'Up to 24:00; earlier than `from`: past midnight' }),
});

const price = z.object({ product_id: id(), price: money().nullable(), window: window.nullable().default(null) });

export const setPrices = defineCommand({
  type: 'SetPrices',
  audiences: ['venue'],
  summary:
    "Sets a point's prices, or their prices during a window of the day. A window given again is replaced; price null removes the price, or the window.",
  input: z.object({ point_id: uuid(), prices: z.array(price).min(1).max(MAX_ENTRIES) }),
  bodyLimit: 2 * 1024 ** 2,
  result: nothing,
  run: async ({ point_id, prices }, context) => {
    await requirePoint(context, point_id);
    await requireProducts(
      context,
      prices.map((entry) => entry.product_id),
      (index) => `prices[${index}].product_id`,
    );
    const command = { type: 'SetPrices', brand_id: context.brand_id, point_id, prices } as const;
    return outcome(await context.handle(pointMenuDecider, point_id, command, { point_id }), () => ({}));
  },
});
