import type { EventOf } from '../../domain/event-catalogue.ts';
import { debtOf } from '../../domain/orders/close-cheque.ts';
import { setOffForOrganization } from '../../domain/orders/left-to-give-back.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter } from '../engine/projection.ts';
import { counterpartyTables } from './tables.ts';

const ENTRIES = { organization: 'organization_entries', supplier: 'supplier_entries' } as const;

const putCheque = ({ data, metadata }: Recorded<EventOf<'ChequeClosed'>>, write: BatchWriter): void => {
  const debt = debtOf(data);
  if (debt === null) return;
  const { order_id: id, point_id, business_date, closed_at: created_at, timezone } = data;
  const { brand_id } = metadata;
  const { organization_id } = debt;
  const cheque = { kind: 'cheque', id, organization_id, brand_id, point_id, business_date, created_at, timezone };
  write.put(ENTRIES.organization, { ...cheque, amount: -debt.amount });
};

const putReturn = ({ data, metadata }: Recorded<EventOf<'GoodsReturned'>>, write: BatchWriter): void => {
  const { organization_id, return_id: id, point_id, business_date, timezone } = data;
  const { returned_at: created_at } = data;
  const amount = setOffForOrganization(data);
  if (organization_id === null || amount === 0) return;
  const { brand_id } = metadata;
  const returned = { kind: 'return', id, organization_id, brand_id, point_id, business_date, created_at, timezone };
  write.put(ENTRIES.organization, { ...returned, amount });
};

const putSupply = (
  { type, data }: Recorded<EventOf<'SupplyRecorded' | 'SupplyReturned'>>,
  write: BatchWriter,
): void => {
  const { supply_id: id, recorded_at: created_at, amount, ...supply } = data;
  const isReturn = type === 'SupplyReturned';
  const signed = isReturn ? amount : -amount;
  write.put(ENTRIES.supplier, { ...supply, kind: isReturn ? 'return' : 'supply', id, created_at, amount: signed });
};

/** Organizations, suppliers and their balances, and who was registered when (docs/reports.md#organizations). */
export const counterpartiesProjection = defineProjection({
  name: 'counterparties',
  version: 3,
  tables: counterpartyTables,
  on: {
    ClientRegistered: ({ data: { client_id: id, brand_id, registered_on } }, write) =>
      write.insert('registrations', { kind: 'client', id, brand_id, registered_on }),
    OrganizationRegistered: ({ data }, write) => {
      const { registered_on, ...organization } = data;
      const { organization_id: id, brand_id } = organization;
      write.insert('organizations', organization);
      write.insert('registrations', { kind: 'organization', id, brand_id, registered_on });
    },
    OrganizationDetailsChanged: ({ data: { organization_id, changed_at: _, ...details } }, write) =>
      write.patch('organizations', { organization_id }, details),
    ChequeClosed: (event, write) => putCheque(event, write),
    ChequeReopened: ({ data: { order_id: id, charge_id } }, write) => {
      if (charge_id !== null) write.remove(ENTRIES.organization, { kind: 'cheque', id });
    },
    GoodsReturned: (event, write) => putReturn(event, write),
    OrganizationPaymentReceived: ({ data }, write) => {
      const { movement_id: id, moved_at: created_at, register: _, ...payment } = data;
      write.put(ENTRIES.organization, { ...payment, kind: 'payment', id, created_at });
    },
    OrganizationPaymentCancelled: ({ data: { movement_id: id } }, write) =>
      write.remove(ENTRIES.organization, { kind: 'payment', id }),
    SupplierRegistered: ({ data }, write) => write.insert('suppliers', data),
    SupplierDetailsChanged: ({ data: { supplier_id, ...details } }, write) =>
      write.patch('suppliers', { supplier_id }, details),
    SupplyRecorded: (event, write) => putSupply(event, write),
    SupplyReturned: (event, write) => putSupply(event, write),
    SupplyCancelled: ({ data: { supply_id: id } }, write) => {
      for (const kind of ['supply', 'return']) write.remove(ENTRIES.supplier, { kind, id });
    },
    SupplierPaid: ({ data }, write) => {
      const { movement_id: id, moved_at: created_at, register: _, ...payment } = data;
      write.put(ENTRIES.supplier, { ...payment, kind: 'payment', id, created_at });
    },
    SupplierPaymentCancelled: ({ data: { movement_id: id } }, write) =>
      write.remove(ENTRIES.supplier, { kind: 'payment', id }),
  },
});
