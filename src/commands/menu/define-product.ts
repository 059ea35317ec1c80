import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { requireWholeBrand } from '../points/require-point.ts';
import { productInput } from './product-input.ts';
import { recordDefinition } from './record-definition.ts';

export const defineProduct = defineCommand({
  type: 'DefineProduct',
  audiences: ['venue'],
  summary: 'Creates or replaces a product with its modifier groups. A group without an id is a new one.',
  input: productInput,
  bodyLimit: 2 * 1024 ** 2,
  result: entryResult,
  run: async ({ id: givenId, modifier_groups, ...fields }, context) => {
    requireWholeBrand(context);
    const { brand_id } = context;
    const product_id = givenId ?? (await context.newId());
    const groups = await Promise.all(
      modifier_groups.map(async (group, index) => ({
        ...group,
        id: group.id ?? (await context.newId(`group-${index}`)),
      })),
    );
    const command = {
      type: 'DefineProduct',
      product: { brand_id, product_id, ...fields, modifier_groups: groups },
      replaces: givenId != null,
      new_group_ids: groups.filter((_, index) => modifier_groups[index]?.id == null).map((group) => group.id),
    } as const;
    return recordDefinition(context, product_id, command);
  },
});
