import { z } from 'zod';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, name } from '../fields/fields.ts';
import { requireWholeBrand } from '../points/require-point.ts';
import { handleDefinition } from './define-reference.ts';

export const definePaymentPurpose = defineCommand({
  type: 'DefinePaymentPurpose',
  audiences: ['venue'],
  summary: 'Creates or replaces what money is moved for.',
  input: z.object({ id: id().nullish(), name: name(), is_payout: z.boolean() }),
  result: entryResult,
  run: async ({ id: givenId, ...fields }, context) => {
    requireWholeBrand(context);
    return handleDefinition(
      context,
      givenId,
      (payment_purpose_id, replaces) => ({
        type: 'DefinePaymentPurpose',
        replaces,
        reference: { brand_id: context.brand_id, payment_purpose_id, ...fields },
      }),
      (event) => (event.type === 'PaymentPurposeDefined' ? event.data.payment_purpose_id : undefined),
    );
  },
});
