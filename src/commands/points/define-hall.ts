import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { id, name, uuid } from '../fields.ts';
import { requirePoint } from '../points.ts';
import { entryResult } from '../results.ts';
import { handleDefinition } from './define-reference.ts';

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
