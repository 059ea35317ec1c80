import { BAKERY, DESSERTS } from './bakery-and-desserts.ts';
import { DRINKS } from './drinks.ts';
import { LUNCH, PREPS } from './lunch-and-preps.ts';
import { MAINS } from './mains.ts';
import { PLOV } from './plov.ts';
import type { DemoProduct } from './product.ts';
import { SHASHLIK } from './shashlik.ts';
import { SALADS, SOUPS } from './soups-and-salads.ts';

/** All products but the modifiers, in the order of the menu. */
export const PRODUCTS: readonly DemoProduct[] = [
  ...PLOV,
  ...SHASHLIK,
  ...MAINS,
  ...SOUPS,
  ...SALADS,
  ...BAKERY,
  ...DESSERTS,
  ...DRINKS,
  ...LUNCH,
  ...PREPS,
];
