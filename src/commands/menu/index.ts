import type { CommandDefinition } from '../bus/command.ts';
import { closeMenuSection } from './close-menu-section.ts';
import { defineCategory } from './define-category.ts';
import { defineMenuFolder } from './define-menu-folder.ts';
import { defineProduct } from './define-product.ts';
import { publishShowcase } from './publish-showcase.ts';
import { setCosts } from './set-costs.ts';
import { setOnSale } from './set-on-sale.ts';
import { setPrices } from './set-prices.ts';

export const menuCommands: readonly CommandDefinition[] = [
  defineCategory,
  defineMenuFolder,
  defineProduct,
  setPrices,
  setCosts,
  setOnSale,
  closeMenuSection,
  publishShowcase,
];
