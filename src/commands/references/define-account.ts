import { z } from 'zod';
import { ACCOUNT_SOURCES } from '../../domain/references/events.ts';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, name, uuid } from '../fields/fields.ts';
import { requirePoint, requireWholeBrand } from '../points/require-point.ts';
import { handleDefinition } from './define-reference.ts';

export const defineAccount = defineCommand({
  type: 'DefineAccount',
  audiences: ['venue'],
  summary: 'Creates or replaces an account: money outside of tills, of a point or of the whole brand.',
  input: z.object({
    id: id().nullish(),
    point_id: uuid().nullish(),
    source: z.enum(ACCOUNT_SOURCES),
    code: name(64),
    name: name(),
  }),
  result: entryResult,
  run: async ({ id: givenId, point_id, ...fields }, context) => {
    if (point_id) await requirePoint(context, point_id);
    else requireWholeBrand(context);
    return handleDefinition(
      context,
      givenId,
      (account_id, replaces) => ({
        type: 'DefineAccount',
        replaces,
        reference: { brand_id: context.brand_id, account_id, point_id: point_id ?? null, ...fields },
      }),
      (event) => (event.type === 'AccountDefined' ? event.data.account_id : undefined),
    );
  },
});
