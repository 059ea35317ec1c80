import { pagedEntryOf } from '../collections/paged-by-id.ts';
import type { Decider } from '../decider.ts';
import { mended } from '../mended.ts';
import { conflict, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { SupplierCommand } from './commands.ts';
import type { SupplierDetails, SupplierEvent } from './events.ts';
import { evolveSupplier, type Supplier, type SupplierState } from './state.ts';

const decide = (state: SupplierState, command: SupplierCommand): readonly SupplierEvent[] => {
  switch (command.type) {
    case 'RegisterSupplier':
      return state ? [] : [{ type: 'SupplierRegistered', data: command.supplier }];
    case 'ChangeSupplier':
      return change(requireOwn(state, command.details.brand_id), command);
    case 'RecordSupply':
    case 'ReturnSupply': {
      const { type, supply } = command;
      const { supplier_id } = requireOwn(state, supply.brand_id);
      const data = { ...supply, supplier_id };
      return [{ type: type === 'RecordSupply' ? 'SupplyRecorded' : 'SupplyReturned', data }];
    }
    case 'CancelSupply': {
      const { brand_id, supply_id, point_id, reason } = command;
      const { supplier_id, cancelled_supplies } = requireOwn(state, brand_id);
      if (pagedEntryOf(cancelled_supplies, supply_id)) throw conflict('supply_already_cancelled');
      const why = reason != null && { reason };
      return [{ type: 'SupplyCancelled', data: { supply_id, supplier_id, brand_id, point_id, ...why } }];
    }
    case 'RecordPayment': {
      const { payment } = command;
      const { supplier_id, payments } = requireOwn(state, payment.brand_id);
      if (pagedEntryOf(payments, payment.movement_id)) return [];
      return [{ type: 'SupplierPaid', data: { ...payment, supplier_id } }];
    }
    case 'CancelPayment': {
      const { brand_id, movement_id } = command;
      const { supplier_id, payments } = requireOwn(state, brand_id);
      if (pagedEntryOf(payments, movement_id) === 'cancelled') return [];
      return [{ type: 'SupplierPaymentCancelled', data: { supplier_id, brand_id, movement_id } }];
    }
  }
};

const requireOwn = (state: SupplierState, brandId: string): Supplier => {
  if (state?.brand_id !== brandId) throw notFound('supplier_not_found');
  return state;
};

const detailsOf = (state: Supplier): SupplierDetails => ({
  supplier_id: state.supplier_id,
  brand_id: state.brand_id,
  name: state.name,
  phone: state.phone,
  tin: state.tin,
  type_name: state.type_name,
  is_internal: state.is_internal,
  opening_balance: state.opening_balance,
  point_id: state.point_id,
});

const change = (
  state: Supplier,
  { details, opening, named }: Extract<SupplierCommand, { type: 'ChangeSupplier' }>,
): readonly SupplierEvent[] => {
  const { supplier_id } = state;
  const { opening_balance, point_id } = opening ?? state;
  const given = { supplier_id, ...details, opening_balance, point_id };
  const data: SupplierDetails = mended(detailsOf(state), given, named);
  return isSameValue({ ...state, ...data }, state) ? [] : [{ type: 'SupplierDetailsChanged', data }];
};

/** Stream `supplier-<id>`. */
export const supplierDecider: Decider<SupplierState, SupplierCommand, SupplierEvent> = {
  category: 'supplier',
  stateVersion: 2,
  initial: null,
  evolve: evolveSupplier,
  decide,
};
