import { z } from 'zod';
import { amount } from '../../../commands/fields/answer-fields.ts';
import { isOf } from '../../../domain/event-catalogue.ts';
import { catalogueEvents } from '../../../domain/menu/catalogue/events.ts';
import { lastOf } from '../../../projections/as-of/fold-history.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import type { EntityDependencies } from './dependencies.ts';
import { ofPart, withoutBrand } from './part.ts';

const defined = catalogueEvents.ProductDefined.schema;
const group = defined.shape.modifier_groups.element;
const item = group.shape.items.element.extend({
  min_amount: z.int().describe('Units of this one, once it is chosen, at least'),
  max_amount: z.int().describe('Units of this one that may be taken; 0: no upper bound'),
});

const state = defined.omit({ brand_id: true }).extend({
  base_price: amount(),
  modifier_groups: z.array(group.extend({ items: z.array(item) })),
});

/** A product of the brand's catalogue. What a point asks for it is a part of the point's menu. */
export const productEntity = (deps: EntityDependencies) => {
  const { readPart, ...part } = ofPart(deps, 'product');
  return defineEntity({
    ...part,
    path: '/products/:product_id',
    name: 'A product',
    historySummary: "All of a product's events in the brand's catalogue",
    notFoundCode: 'product_not_found',
    params: z.object({ product_id: queryId() }),
    state,
    read: ({ product_id }, brandId, signal) => readPart(brandId, [product_id], signal),
    folding: lastOf((event) => (isOf(event, 'ProductDefined') ? event.data : undefined)),
    view: (product) => product && withoutBrand(product),
  });
};
