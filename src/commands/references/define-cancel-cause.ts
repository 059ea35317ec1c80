import { z } from 'zod';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, name } from '../fields/fields.ts';
import { requireWholeBrand } from '../points/require-point.ts';
import { handleDefinition } from './define-reference.ts';

export const defineCancelCause = defineCommand({
  type: 'DefineCancelCause',
  audiences: ['venue'],
  summary: 'Creates or replaces a cause of cancellation. A new default takes the place of the old one.',
  input: z.object({ id: id().nullish(), name: name(), is_default: z.boolean(), is_comment_required: z.boolean() }),
  result: entryResult,
  run: async ({ id: givenId, ...fields }, context) => {
    requireWholeBrand(context);
    return handleDefinition(
      context,
      givenId,
      (cancel_cause_id, replaces) => ({
        type: 'DefineCancelCause',
        replaces,
        reference: { brand_id: context.brand_id, cancel_cause_id, ...fields },
      }),
      (event) => (event.type === 'CancelCauseDefined' ? event.data.cancel_cause_id : undefined),
    );
  },
});
