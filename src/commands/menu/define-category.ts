import { z } from 'zod';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, name, sortOrder } from '../fields/fields.ts';
import { requireWholeBrand } from '../points/require-point.ts';
import { image, optionalId } from './catalogue-input.ts';
import { recordDefinition } from './record-definition.ts';

export const defineCategory = defineCommand({
  type: 'DefineCategory',
  audiences: ['venue'],
  summary: 'Creates or replaces a category of the catalogue; categories nest.',
  input: z.object({
    id: id().nullish(),
    parent_id: optionalId(),
    name: name(),
    order_number: sortOrder().default(0),
    image: image(),
  }),
  result: entryResult,
  run: async ({ id: givenId, ...fields }, context) => {
    requireWholeBrand(context);
    const { brand_id } = context;
    const category_id = givenId ?? (await context.newId());
    const category = { brand_id, category_id, ...fields };
    const command = { type: 'DefineCategory', category, replaces: givenId != null } as const;
    return recordDefinition(context, category_id, command);
  },
});
