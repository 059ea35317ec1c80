import type { CatalogueCommand } from '../../domain/menu/catalogue/commands.ts';
import { catalogueDecider } from '../../domain/menu/catalogue/decide.ts';
import type { CatalogueEvent } from '../../domain/menu/catalogue/events.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { type CommandOutcome, defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { type EntryResult, entryResult } from '../bus/results.ts';
import { categoryInput, menuFolderInput } from './catalogue-input.ts';
import { productInput } from './product-input.ts';

export const defineCategory = defineCommand({
  type: 'DefineCategory',
  audiences: ['venue'],
  summary: 'Creates or replaces a category of the catalogue; categories nest.',
  input: categoryInput,
  is_shown: true,
  result: entryResult,
  run: async ({ id: givenId, ...fields }, context) => {
    requireWholeBrand(context);
    const { brand_id } = context;
    const category_id = givenId ?? (await context.newId());
    const category = { brand_id, category_id, ...fields };
    const command = { type: 'DefineCategory', category, replaces: givenId != null, named: context.named } as const;
    return recordDefinition(context, category_id, command);
  },
});

export const defineMenuFolder = defineCommand({
  type: 'DefineMenuFolder',
  audiences: ['venue'],
  summary: 'Creates or replaces a menu folder: the grouping of products that reports use; folders nest.',
  input: menuFolderInput,
  is_shown: true,
  result: entryResult,
  run: async ({ id: givenId, ...fields }, context) => {
    requireWholeBrand(context);
    const { brand_id } = context;
    const menu_folder_id = givenId ?? (await context.newId());
    const folder = { brand_id, menu_folder_id, ...fields };
    const command = { type: 'DefineMenuFolder', folder, replaces: givenId != null, named: context.named } as const;
    return recordDefinition(context, menu_folder_id, command);
  },
});

export const defineProduct = defineCommand({
  type: 'DefineProduct',
  audiences: ['venue'],
  summary: 'Creates or replaces a product with its modifier groups. A group without an id is a new one.',
  input: productInput,
  bodyLimit: 2 * 1024 ** 2,
  is_shown: true,
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
      named: context.named,
      new_group_ids: groups.filter((_, index) => modifier_groups[index]?.id == null).map((group) => group.id),
    } as const;
    return recordDefinition(context, product_id, command);
  },
});

/**
 * Records an entry of the brand's catalogue. The answered id is the event's, so that a repeat answers the first run's.
 */
const recordDefinition = async (
  context: CommandContext,
  id: number,
  command: CatalogueCommand,
): Promise<CommandOutcome<EntryResult>> => {
  const handled = await context.handle(catalogueDecider, context.brand_id, command);
  return outcome(handled, ([event]) => ({ id: event ? idOf(event) : id }));
};

const idOf = ({ type, data }: CatalogueEvent): number => {
  if (type === 'ProductDefined') return data.product_id;
  return 'category_id' in data ? data.category_id : data.menu_folder_id;
};

export const catalogueCommands = [defineCategory, defineMenuFolder, defineProduct];
