import { type PagedById, pagedEntryOf, withPagedEntry } from '../collections/paged-by-id.ts';
import type { SupplierDetails, SupplierEvent } from './events.ts';

/** A supply, or a return of one. */
interface KnownSupply {
  readonly point_id: string;
  readonly is_cancelled: boolean;
}

export interface Supplier extends SupplierDetails {
  /** By supply_id. */
  readonly supplies: PagedById<KnownSupply>;
  /** By movement_id. */
  readonly payments: PagedById<'paid' | 'cancelled'>;
}

/** Null until registered. */
export type SupplierState = Supplier | null;

export const evolveSupplier = (state: SupplierState, event: SupplierEvent): SupplierState => {
  if (event.type === 'SupplierRegistered') {
    const { registered_at: _, timezone: __, ...details } = event.data;
    return { ...details, supplies: [], payments: [] };
  }
  if (state === null) return state;
  switch (event.type) {
    case 'SupplierDetailsChanged':
      return { ...state, ...event.data };
    case 'SupplyRecorded':
    case 'SupplyReturned': {
      const { supply_id, point_id } = event.data;
      return { ...state, supplies: withPagedEntry(state.supplies, supply_id, { point_id, is_cancelled: false }) };
    }
    case 'SupplyCancelled': {
      const { supply_id } = event.data;
      const known = pagedEntryOf(state.supplies, supply_id);
      if (!known) return state;
      return { ...state, supplies: withPagedEntry(state.supplies, supply_id, { ...known, is_cancelled: true }) };
    }
    case 'SupplierPaid':
      return { ...state, payments: withPagedEntry(state.payments, event.data.movement_id, 'paid') };
    case 'SupplierPaymentCancelled':
      return { ...state, payments: withPagedEntry(state.payments, event.data.movement_id, 'cancelled') };
  }
};
