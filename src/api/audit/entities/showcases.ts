import { z } from 'zod';
import { amount } from '../../../commands/fields/answer-fields.ts';
import { showcaseDecider } from '../../../domain/menu/showcase/decide.ts';
import { showcaseEvents } from '../../../domain/menu/showcase/events.ts';
import { foldingOf } from '../../../projections/as-of/fold-history.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import { streamPages } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

const published = showcaseEvents.ShowcasePublished.schema;

/** An event of a showcase has it whole, and may be large. */
const FEW = 20;

export const showcaseEntity = ({ store }: EntityDependencies) =>
  defineEntity({
    path: '/showcases/:showcase_id',
    name: 'A showcase',
    historySummary: "All of a showcase's events",
    notFoundCode: 'menu_not_found',
    params: z.object({ showcase_id: queryId() }),
    state: published.omit({ brand_id: true }).extend({
      products: z.array(published.shape.products.element.extend({ price: amount().nullable() })),
    }),
    read: ({ showcase_id }, _brandId, signal) =>
      streamPages(store, `${showcaseDecider.category}-${showcase_id}`, signal, { size: FEW }),
    folding: foldingOf(showcaseDecider),
    view: (showcase) => {
      if (!showcase) return null;
      const { brand_id: _, ...rest } = showcase;
      return rest;
    },
  });
