import type { CommandDefinition } from '../bus/command.ts';
import { clearStopList } from '../stop-list/clear-stop-list.ts';
import { setStopList } from '../stop-list/set-stop-list.ts';
import { closeMenuSection } from './close-menu-section.ts';
import { defineCategory } from './define-category.ts';
import { defineMenuFolder } from './define-menu-folder.ts';
import { defineProduct } from './define-product.ts';
import { publishShowcase } from './publish-showcase.ts';
import { setCosts } from './set-costs.ts';
import { setOnSale } from './set-on-sale.ts';
import { setPrices } from './set-prices.ts';

export const catalogueCommands: readonly CommandDefinition[] = [
  defineCategory,
  defineMenuFolder,
  defineProduct,
  setPrices,
  setCosts,
  setOnSale,
  closeMenuSection,
  publishShowcase,
  setStopList,
  clearStopList,
];
