import type { CommandDefinition } from '../bus/command.ts';
import { catalogueCommands } from './catalogue.ts';
import { pointMenuCommands } from './point-menu.ts';
import { publishShowcase } from './publish-showcase.ts';
import { setPrices } from './set-prices.ts';

export const menuCommands: readonly CommandDefinition[] = [
  ...catalogueCommands,
  setPrices,
  ...pointMenuCommands,
  publishShowcase,
];
