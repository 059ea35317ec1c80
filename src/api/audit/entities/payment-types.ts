import { z } from 'zod';
import { isOf } from '../../../domain/event-catalogue.ts';
import { referenceLists } from '../../../domain/references/lists.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import type { EntityDependencies } from './dependencies.ts';
import { ofPart, withoutBrand } from './part.ts';

type PaymentTypeThen = z.infer<typeof referenceLists.payment_types.schema> & { readonly is_retired: boolean };

const evolve = (then: PaymentTypeThen | null, event: RecordedEvent): PaymentTypeThen | null => {
  if (isOf(event, 'PaymentTypeDefined')) return { ...event.data, is_retired: false };
  if (isOf(event, 'PaymentTypeRetired')) return then && { ...then, is_retired: true };
  return isOf(event, 'PaymentTypeRestored') ? then && { ...then, is_retired: false } : then;
};

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
    state: referenceLists.payment_types.schema
      .omit({ brand_id: true })
      .extend({ category_id: z.int(), is_retired: z.boolean() }),
    read: ({ payment_type_id }, brandId, signal) => readPart(brandId, [payment_type_id], signal),
    folding: { initial: null, evolve },
    view: (paymentType) => paymentType && withoutBrand(paymentType),
  });
};
