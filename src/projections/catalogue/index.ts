export { loadPointMenu } from './load-point-menu.ts';
export type { PointMenu } from './point-menu.ts';
export { hasPriceWindows, priceBookFor } from './price-book.ts';
export { listShowcases, type ShowcaseEntry, stopList } from './queries.ts';
export { type Menu, renderShowcase } from './render-showcase.ts';
