import { describe, expect, it } from 'vitest';
import type { PartyPayment } from '../../../../src/domain/party-payment.ts';
import { supplierDecider } from '../../../../src/domain/suppliers/decide.ts';
import {
  type SupplierEvent,
  type SupplierRegistered,
  supplierEvents,
} from '../../../../src/domain/suppliers/events.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(supplierDecider, supplierEvents);

const brand_id = '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10';
const point_id = '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11';
const supplier: SupplierRegistered = {
  supplier_id: 3,
  brand_id,
  name: 'Bozor',
  phone: null,
  tin: null,
  type_name: 'Market',
  is_internal: false,
  opening_balance: -500_000,
  point_id: null,
  registered_at: '2026-03-01T20:00:00Z',
  timezone: 'Asia/Tashkent',
};
const { registered_at: _, timezone: __, ...details } = supplier;
const { supplier_id: ___, opening_balance: ____, point_id: _____, ...changeable } = details;
const registered: SupplierEvent = { type: 'SupplierRegistered', data: supplier };

const supply = {
  supply_id: 8,
  brand_id,
  point_id,
  business_date: '2026-03-02',
  timezone: 'Asia/Tashkent',
  recorded_at: '2026-03-02T09:00:00Z',
  amount: 1_200_000,
  document: 'N 17',
};
const recorded: SupplierEvent = { type: 'SupplyRecorded', data: { ...supply, supplier_id: 3 } };
const cancelled: SupplierEvent = {
  type: 'SupplyCancelled',
  data: { supply_id: 8, supplier_id: 3, brand_id, point_id },
};
const payment: PartyPayment = {
  movement_id: 9,
  brand_id,
  point_id,
  timezone: 'Asia/Tashkent',
  business_date: '2026-03-02',
  amount: 900_000,
  moved_at: '2026-03-02T09:00:00Z',
  register: 'account',
  shift_id: null,
  account_id: 5,
  source: 'bank',
  payment_purpose_id: 2,
  payment_type_id: null,
  payment_category_id: null,
  note: 'March',
};
const paid: SupplierEvent = { type: 'SupplierPaid', data: { ...payment, supplier_id: 3 } };
const paymentCancelled: SupplierEvent = {
  type: 'SupplierPaymentCancelled',
  data: { supplier_id: 3, brand_id, movement_id: 9 },
};

describe('a supplier', () => {
  it('a supplier is registered once, and changed whole but for the opening balance', () => {
    given().when({ type: 'RegisterSupplier', supplier }).then(registered);
    given(registered).when({ type: 'RegisterSupplier', supplier }).thenNothing();
    const change = { type: 'ChangeSupplier' as const, details: { ...changeable, type_name: null }, opening: null };
    given(registered)
      .when(change)
      .then({ type: 'SupplierDetailsChanged', data: { ...details, type_name: null } });
    given(registered)
      .when({ ...change, opening: { opening_balance: -400_000, point_id } })
      .then({
        type: 'SupplierDetailsChanged',
        data: { ...details, type_name: null, opening_balance: -400_000, point_id },
      });
    given(registered, recorded).when({ type: 'ChangeSupplier', details: changeable, opening: null }).thenNothing();
  });

  it('a supplier must be registered, and by this brand', () => {
    given().when({ type: 'RecordSupply', supply }).thenRefused('not_found', 'supplier_not_found');
    given(registered)
      .when({ type: 'ReturnSupply', supply: { ...supply, brand_id: '11111111-6f0e-4a51-9a53-0c8f1f0a5f10' } })
      .thenRefused('not_found', 'supplier_not_found');
    given().when({ type: 'RecordPayment', payment }).thenRefused('not_found', 'supplier_not_found');
  });

  it('a supply is recorded, and so is a return', () => {
    given(registered).when({ type: 'RecordSupply', supply }).then(recorded);
    given(registered, recorded)
      .when({ type: 'ReturnSupply', supply: { ...supply, supply_id: 10 } })
      .then({ type: 'SupplyReturned', data: { ...supply, supply_id: 10, supplier_id: 3 } });
  });

  it('a supply, or its return, is cancelled once', () => {
    const cancel = { type: 'CancelSupply' as const, brand_id, supply_id: 8, point_id };
    given(registered, recorded).when(cancel).then(cancelled);
    given(registered, { ...recorded, type: 'SupplyReturned' } as SupplierEvent)
      .when(cancel)
      .then(cancelled);
    given(registered, recorded, cancelled).when(cancel).thenRefused('conflict', 'supply_already_cancelled');
    const reason = 'Written down twice';
    given(registered, recorded)
      .when({ ...cancel, reason })
      .then({ ...cancelled, data: { ...cancelled.data, reason } } as SupplierEvent);
  });

  it('the state of a supplier grows with cancelled supplies alone', () => {
    const { evolve, initial } = supplierDecider;
    const years = Array.from(
      { length: 5_000 },
      (_, n): SupplierEvent => ({ type: 'SupplyRecorded', data: { ...supply, supply_id: n, supplier_id: 3 } }),
    );
    expect([registered, ...years, cancelled].reduce(evolve, initial)).toEqual(
      [registered, cancelled].reduce(evolve, initial),
    );
  });

  it('a payment counts once, and no more when it is cancelled, in any order', () => {
    const cancel = { type: 'CancelPayment' as const, brand_id, movement_id: 9 };
    given(registered).when({ type: 'RecordPayment', payment }).then(paid);
    given(registered, paid).when({ type: 'RecordPayment', payment }).thenNothing();
    given(registered, paid).when(cancel).then(paymentCancelled);
    given(registered, paid, paymentCancelled).when(cancel).thenNothing();
    given(registered).when(cancel).then(paymentCancelled);
    given(registered, paymentCancelled).when({ type: 'RecordPayment', payment }).thenNothing();
  });
});
