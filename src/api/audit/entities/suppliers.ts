import { z } from 'zod';
import { amount } from '../../../commands/fields/answer-fields.ts';
import { type PagedById, pagedEntryOf, withPagedEntry } from '../../../domain/collections/paged-by-id.ts';
import { isOf } from '../../../domain/event-catalogue.ts';
import { supplierDecider } from '../../../domain/suppliers/decide.ts';
import { type SupplierDetails, supplierEvents } from '../../../domain/suppliers/events.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import { streamPages } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';
import { withoutBrand } from './part.ts';

/** What each supply or payment adds to the balance; 0 once it is cancelled. */
type Amounts = PagedById<number>;

interface Folded {
  readonly details: SupplierDetails | null;
  readonly supplies: Amounts;
  readonly payments: Amounts;
  /** The sum of both. */
  readonly moved: number;
}

const initial: Folded = { details: null, supplies: [], payments: [], moved: 0 };

const count = (folded: Folded, list: 'supplies' | 'payments', id: number, adds: number): Folded => {
  const before = pagedEntryOf(folded[list], id);
  // A payment that was cancelled before it was recorded never counts.
  const after = before === 0 ? 0 : adds;
  return {
    ...folded,
    [list]: withPagedEntry(folded[list], id, after),
    moved: folded.moved - (before ?? 0) + after,
  };
};

const evolve = (folded: Folded, event: RecordedEvent): Folded => {
  if (isOf(event, 'SupplierRegistered')) {
    const { registered_at: _, timezone: __, ...details } = event.data;
    return { ...folded, details };
  }
  if (isOf(event, 'SupplierDetailsChanged')) return { ...folded, details: event.data };
  if (isOf(event, 'SupplyRecorded')) return count(folded, 'supplies', event.data.supply_id, -event.data.amount);
  if (isOf(event, 'SupplyReturned')) return count(folded, 'supplies', event.data.supply_id, event.data.amount);
  if (isOf(event, 'SupplyCancelled')) return count(folded, 'supplies', event.data.supply_id, 0);
  if (isOf(event, 'SupplierPaid')) return count(folded, 'payments', event.data.movement_id, event.data.amount);
  if (isOf(event, 'SupplierPaymentCancelled')) return count(folded, 'payments', event.data.movement_id, 0);
  return folded;
};

export const supplierEntity = ({ store }: EntityDependencies) =>
  defineEntity({
    path: '/suppliers/:supplier_id',
    name: 'A supplier',
    historySummary: "All of a supplier's events: its details, its supplies and its payments",
    notFoundCode: 'supplier_not_found',
    params: z.object({ supplier_id: queryId() }),
    state: supplierEvents.SupplierDetailsChanged.schema
      .omit({ brand_id: true })
      .extend({ balance: amount().describe('Below zero: the venue owes it') }),
    read: ({ supplier_id }, _brandId, signal) =>
      streamPages(store, `${supplierDecider.category}-${supplier_id}`, signal),
    folding: { initial, evolve },
    view: ({ details, moved }) => details && { ...withoutBrand(details), balance: details.opening_balance + moved },
  });
