import { z } from 'zod';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, name } from '../fields/fields.ts';
import { requireWholeBrand } from '../points/require-point.ts';
import { handleDefinition } from './define-reference.ts';

export const defineDistrict = defineCommand({
  type: 'DefineDistrict',
  audiences: ['venue'],
  summary: 'Creates or replaces a district of a region.',
  input: z.object({ id: id().nullish(), region_id: id(), name: name() }),
  result: entryResult,
  run: async ({ id: givenId, ...fields }, context) => {
    requireWholeBrand(context);
    return handleDefinition(
      context,
      givenId,
      (district_id, replaces) => ({
        type: 'DefineDistrict',
        replaces,
        reference: { brand_id: context.brand_id, district_id, ...fields },
      }),
      (event) => (event.type === 'DistrictDefined' ? event.data.district_id : undefined),
    );
  },
});
