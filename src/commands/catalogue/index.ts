import type { CommandDefinition } from '../command.ts';
import { clearStopList } from './clear-stop-list.ts';
import { closeMenuSection } from './close-menu-section.ts';
import { defineCategory } from './define-category.ts';
import { defineMenuFolder } from './define-menu-folder.ts';
import { defineProduct } from './define-product.ts';
import { publishShowcase } from './publish-showcase.ts';
import { setCosts } from './set-costs.ts';
import { setOnSale } from './set-on-sale.ts';
import { setPrices } from './set-prices.ts';
import { setStopList } from './set-stop-list.ts';

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
