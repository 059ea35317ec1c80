import { z } from 'zod';
import { PAYMENT_CATEGORIES } from '../../domain/references/events.ts';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, name, uuid } from '../fields/fields.ts';
import { requirePoint, requireWholeBrand } from '../points/require-point.ts';
import { handleDefinition } from './define-reference.ts';

export const definePaymentType = defineCommand({
  type: 'DefinePaymentType',
  audiences: ['venue'],
  summary: 'Creates or replaces a payment type and the points that take it.',
  input: z.object({
    id: id().nullish(),
    name: name(),
    // The documentation would name the first of them alone.
    category_id: z.literal(PAYMENT_CATEGORIES).meta({ type: 'integer', enum: [...PAYMENT_CATEGORIES] }),
    point_ids: z.array(uuid()).max(1_000),
  }),
  result: entryResult,
  run: async ({ id: givenId, point_ids, ...fields }, context) => {
    requireWholeBrand(context);
    const distinctPoints = [...new Set(point_ids)];
    for (const pointId of distinctPoints) await requirePoint(context, pointId);
    return handleDefinition(
      context,
      givenId,
      (payment_type_id, replaces) => ({
        type: 'DefinePaymentType',
        replaces,
        reference: { brand_id: context.brand_id, payment_type_id, point_ids: distinctPoints, ...fields },
      }),
      (event) => (event.type === 'PaymentTypeDefined' ? event.data.payment_type_id : undefined),
    );
  },
});
