import { z } from 'zod';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, name, uuid } from '../fields/fields.ts';
import { handleDefinition } from '../references/define-reference.ts';
import { requirePoint } from './require-point.ts';

export const defineHall = defineCommand({
  type: 'DefineHall',
  audiences: ['venue'],
  summary: 'Creates or renames a hall of a point.',
  input: z.object({ id: id().nullish(), point_id: uuid(), name: name() }),
  result: entryResult,
  run: async ({ id: givenId, ...fields }, context) => {
    await requirePoint(context, fields.point_id);
    return handleDefinition(
      context,
      givenId,
      (hall_id, replaces) => ({
        type: 'DefineHall',
        replaces,
        reference: { brand_id: context.brand_id, hall_id, ...fields },
      }),
      (event) => (event.type === 'HallDefined' ? event.data.hall_id : undefined),
    );
  },
});
