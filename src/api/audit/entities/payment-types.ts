import { z } from 'zod';
import { isOf } from '../../../domain/event-catalogue.ts';
import { referenceLists } from '../../../domain/references/lists.ts';
import { lastOf } from '../../../projections/as-of/fold-history.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import type { EntityDependencies } from './dependencies.ts';
import { ofPart, withoutBrand } from './part.ts';

export const paymentTypeEntity = (deps: EntityDependencies) => {
  const { readPart, ...part } = ofPart(deps, 'payment_type');
  return defineEntity({
    ...part,
    path: '/payment-types/:payment_type_id',
    name: 'A payment type',
    historySummary: "All of a payment type's events",
    notFoundCode: 'payment_type_not_found',
    params: z.object({ payment_type_id: queryId() }),
    // As elsewhere in the API: of a choice of numbers the documentation would name the first alone.
    state: referenceLists.payment_types.schema.omit({ brand_id: true }).extend({ category_id: z.int() }),
    read: ({ payment_type_id }, brandId, signal) => readPart(brandId, [payment_type_id], signal),
    folding: lastOf((event) => (isOf(event, 'PaymentTypeDefined') ? event.data : undefined)),
    view: (paymentType) => paymentType && withoutBrand(paymentType),
  });
};
