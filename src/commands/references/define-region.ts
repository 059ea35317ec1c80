import { z } from 'zod';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, name } from '../fields/fields.ts';
import { requireWholeBrand } from '../points/require-point.ts';
import { handleDefinition } from './define-reference.ts';

export const defineRegion = defineCommand({
  type: 'DefineRegion',
  audiences: ['venue'],
  summary: 'Creates or renames a region.',
  input: z.object({ id: id().nullish(), name: name() }),
  result: entryResult,
  run: async ({ id: givenId, name }, context) => {
    requireWholeBrand(context);
    return handleDefinition(
      context,
      givenId,
      (region_id, replaces) => ({
        type: 'DefineRegion',
        replaces,
        reference: { brand_id: context.brand_id, region_id, name },
      }),
      (event) => (event.type === 'RegionDefined' ? event.data.region_id : undefined),
    );
  },
});
