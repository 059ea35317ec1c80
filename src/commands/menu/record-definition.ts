import type { CatalogueCommand } from '../../domain/menu/catalogue/commands.ts';
import { catalogueDecider } from '../../domain/menu/catalogue/decide.ts';
import type { CatalogueEvent } from '../../domain/menu/catalogue/events.ts';
import { type CommandOutcome, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import type { EntryResult } from '../bus/results.ts';

/**
 * Records an entry of the brand's catalogue. The answered id is the event's, so that a repeat answers the first run's.
 */
export const recordDefinition = async (
  context: CommandContext,
  id: number,
  command: CatalogueCommand,
): Promise<CommandOutcome<EntryResult>> => {
  const handled = await context.handle(catalogueDecider, context.brand_id, command);
  return outcome(handled, ([event]) => ({ id: event ? idOf(event) : id }));
};

const idOf = ({ type, data }: CatalogueEvent): number => {
  switch (type) {
    case 'CategoryDefined':
      return data.category_id;
    case 'MenuFolderDefined':
      return data.menu_folder_id;
    case 'ProductDefined':
      return data.product_id;
  }
};
