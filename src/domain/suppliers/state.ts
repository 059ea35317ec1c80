import { type PagedById, withPagedEntry } from '../collections/paged-by-id.ts';
import type { SupplierDetails, SupplierEvent } from './events.ts';

export interface Supplier extends SupplierDetails {
  /** By supply_id, of supplies and of returns. The others are not kept: a chain may get thousands a day from one supplier. */
  readonly cancelled_supplies: PagedById<true>;
  /** By movement_id. */
  readonly payments: PagedById<'paid' | 'cancelled'>;
}

/** Null until registered. */
export type SupplierState = Supplier | null;

export const evolveSupplier = (state: SupplierState, event: SupplierEvent): SupplierState => {
  if (event.type === 'SupplierRegistered') {
    const { registered_at: _, timezone: __, ...details } = event.data;
    return { ...details, cancelled_supplies: [], payments: [] };
  }
  if (state === null) return state;
  switch (event.type) {
    case 'SupplierDetailsChanged':
      return { ...state, ...event.data };
    case 'SupplyRecorded':
    case 'SupplyReturned':
      return state;
    case 'SupplyCancelled': {
      const cancelled_supplies = withPagedEntry(state.cancelled_supplies, event.data.supply_id, true);
      return { ...state, cancelled_supplies };
    }
    case 'SupplierPaid':
      return { ...state, payments: withPagedEntry(state.payments, event.data.movement_id, 'paid') };
    case 'SupplierPaymentCancelled':
      return { ...state, payments: withPagedEntry(state.payments, event.data.movement_id, 'cancelled') };
  }
};
