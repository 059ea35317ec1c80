import { z } from 'zod';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, name, sortOrder } from '../fields/fields.ts';
import { requireWholeBrand } from '../points/require-point.ts';
import { optionalId } from './catalogue-input.ts';
import { recordDefinition } from './record-definition.ts';

export const defineMenuFolder = defineCommand({
  type: 'DefineMenuFolder',
  audiences: ['venue'],
  summary: 'Creates or replaces a menu folder: the grouping of products that reports use; folders nest.',
  input: z.object({
    id: id().nullish(),
    parent_id: optionalId(),
    name: name(),
    order_number: sortOrder().default(0),
    is_active: z.boolean().default(true),
  }),
  result: entryResult,
  run: async ({ id: givenId, ...fields }, context) => {
    requireWholeBrand(context);
    const { brand_id } = context;
    const menu_folder_id = givenId ?? (await context.newId());
    const folder = { brand_id, menu_folder_id, ...fields };
    const command = { type: 'DefineMenuFolder', folder, replaces: givenId != null } as const;
    return recordDefinition(context, menu_folder_id, command);
  },
});
