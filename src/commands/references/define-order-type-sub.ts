import { z } from 'zod';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, integer, name } from '../fields/fields.ts';
import { requireWholeBrand } from '../points/require-point.ts';
import { handleDefinition } from './define-reference.ts';

export const defineOrderTypeSub = defineCommand({
  type: 'DefineOrderTypeSub',
  audiences: ['venue'],
  summary: 'Creates or replaces a sub-type of an order type. A new default takes the place of the old one.',
  input: z.object({
    id: id().nullish(),
    name: name(),
    order_type_id: integer().min(1).max(3),
    is_default: z.boolean(),
  }),
  result: entryResult,
  run: async ({ id: givenId, ...fields }, context) => {
    requireWholeBrand(context);
    return handleDefinition(
      context,
      givenId,
      (order_type_sub_id, replaces) => ({
        type: 'DefineOrderTypeSub',
        replaces,
        reference: { brand_id: context.brand_id, order_type_sub_id, ...fields },
      }),
      (event) => (event.type === 'OrderTypeSubDefined' ? event.data.order_type_sub_id : undefined),
    );
  },
});
