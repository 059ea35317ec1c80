import { z } from 'zod';
import { notFound } from '../../domain/refusal.ts';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, integer, name } from '../fields/fields.ts';
import { handleDefinition } from '../references/define-reference.ts';
import { requireBrand } from './require-point.ts';

export const defineTable = defineCommand({
  type: 'DefineTable',
  audiences: ['venue'],
  summary: 'Creates or replaces a table of a hall. Capacity null: not specified.',
  input: z.object({
    id: id().nullish(),
    hall_id: id(),
    name: name(),
    capacity: integer().min(1).max(1_000).nullish(),
  }),
  result: entryResult,
  run: async ({ id: givenId, hall_id, name, capacity }, context) => {
    const { point_ids } = context.caller;
    if (point_ids !== null) {
      const hall = (await requireBrand(context, context.brand_id)).halls[hall_id];
      if (!hall || !point_ids.includes(hall.point_id)) throw notFound('hall_not_found');
    }
    return handleDefinition(
      context,
      givenId,
      (table_id, replaces) => ({
        type: 'DefineTable',
        replaces,
        reference: { brand_id: context.brand_id, table_id, hall_id, name, capacity: capacity ?? null },
      }),
      (event) => (event.type === 'TableDefined' ? event.data.table_id : undefined),
    );
  },
});
