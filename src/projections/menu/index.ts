export { type BrandCatalogue, loadBrandCatalogue } from './brand-catalogue.ts';
export { loadPointMenu } from './load-point-menu.ts';
export { type MenuSheet, type RenderedMenu, toSheet, withUnits } from './menu-sheet.ts';
export type { PointMenu } from './point-menu.ts';
export { limitedPriceBook, pricesFor } from './price-book.ts';
export { listShowcases, type ShowcaseEntry } from './queries.ts';
export { renderNomenclature } from './render-nomenclature.ts';
export { renderShowcase } from './render-showcase.ts';
