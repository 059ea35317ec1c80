import { z } from 'zod';
import { showcaseDecider } from '../../domain/menu/showcase/decide.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { requireProducts } from './require-products.ts';
import { showcaseInput } from './showcase-input.ts';

export const publishShowcase = defineCommand({
  type: 'PublishShowcase',
  audiences: ['venue'],
  summary: 'Publishes a menu for external channels, replacing it whole. Categories are the showcase’s own.',
  input: showcaseInput,
  bodyLimit: 8 * 1024 ** 2,
  is_shown: true,
  result: entryResult.extend({ menu_id: z.int() }),
  run: async ({ id: givenId, ...fields }, context) => {
    requireWholeBrand(context);
    await requireProducts(
      context,
      fields.products.map((entry) => entry.product_id),
      (index) => `products[${index}].product_id`,
    );
    const menu_id = givenId ?? (await context.newId());
    const showcase = { brand_id: context.brand_id, menu_id, ...fields };
    const command = { type: 'PublishShowcase', showcase, replaces: givenId != null, named: context.named } as const;
    const handled = await context.handle(showcaseDecider, menu_id, command);
    return outcome(handled, () => ({ id: menu_id, menu_id }));
  },
});
