import type { EventOf } from '../../domain/event-catalogue.ts';
import { MAX_PAYMENTS } from '../../domain/orders/close-cheque.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter } from '../engine/projection.ts';
import { versioned } from '../engine/versioned.ts';

const ofPlace = { employee_id: 'bigint', brand_id: 'uuid', point_id: 'uuid' } as const;

const putAccrual =
  (kind: 'bonus' | 'fine') =>
  ({ data }: EventOf<'BonusGiven' | 'FineImposed'>, write: BatchWriter): void => {
    const { personal, ...accrual } = data;
    write.insert('accruals', { ...accrual, kind, note: personal.reason });
  };

interface Debt {
  /** Null: somebody else owes it, or nobody. */
  readonly employee_id: number | null;
  readonly amount: number;
}

interface OfDebts {
  readonly kind: 'cheque' | 'return';
  readonly id: number;
  readonly order_id: number;
  readonly brand_id: string;
  readonly point_id: string;
  readonly shift_id: number | null;
  readonly business_date: string;
}

/** A row for each employee. */
const putDebts = (
  debts: readonly Debt[],
  { kind, id, order_id, brand_id, point_id, shift_id, business_date }: OfDebts,
  write: BatchWriter,
): void => {
  const sums = new Map<number, number>();
  for (const { employee_id, amount } of debts) {
    if (employee_id !== null && amount !== 0) sums.set(employee_id, (sums.get(employee_id) ?? 0) + amount);
  }
  [...sums].forEach(([employee_id, amount], place) => {
    const row = { kind, id, place, employee_id, brand_id, point_id, order_id, shift_id, business_date, amount };
    write.insert('employee_debts', row);
  });
};

/** What employees earn and get, for the payroll (docs/reports.md#payroll). */
export const payrollProjection = defineProjection({
  name: 'payroll',
  version: 3,
  tables: [
    versioned({
      name: 'salary_terms',
      columns: { ...ofPlace, from_date: 'date', salary_type_id: 'integer', rate: 'bigint' },
      key: ['employee_id', 'point_id', 'from_date'],
      indexes: [['brand_id']],
    }),
    /** Salary accrued by hand, bonuses and fines. */
    versioned({
      name: 'accruals',
      columns: {
        accrual_id: 'bigint',
        ...ofPlace,
        business_date: 'date',
        /** salary, bonus or fine. */
        kind: 'text',
        salary_type_id: 'integer',
        amount: 'bigint',
        kpi_percent: 'numeric',
        note: 'text',
      },
      key: ['accrual_id'],
      indexes: [
        ['brand_id', 'business_date'],
        ['brand_id', 'accrual_id'],
      ],
    }),
    versioned({
      name: 'salary_payments',
      columns: {
        movement_id: 'bigint',
        ...ofPlace,
        timezone: 'text',
        business_date: 'date',
        paid_at: 'timestamptz',
        register: 'text',
        shift_id: 'bigint',
        account_id: 'bigint',
        source: 'text',
        direction: 'text',
        amount: 'bigint',
        payment_purpose_id: 'bigint',
        payment_type_id: 'bigint',
        payment_category_id: 'integer',
        note: 'text',
      },
      key: ['movement_id'],
      indexes: [['brand_id', 'business_date']],
    }),
    /** What employees owe for cheques (category 6), and what lowered it: below zero. The sum is what is owed; below zero: to the employee. */
    versioned({
      name: 'employee_debts',
      columns: {
        /** cheque, return, money or wages. */
        kind: 'text',
        /** Of the order, the return or the settlement. */
        id: 'bigint',
        /** Of one cheque or return, each employee has a place: 0, 1… */
        place: 'integer',
        ...ofPlace,
        order_id: 'bigint',
        shift_id: 'bigint',
        business_date: 'date',
        amount: 'bigint',
      },
      key: ['kind', 'id', 'place'],
      indexes: [['brand_id', 'employee_id', 'business_date'], ['shift_id']],
    }),
    versioned({
      name: 'salary_balances',
      columns: { ...ofPlace, business_date: 'date', amount: 'bigint' },
      key: ['employee_id', 'point_id'],
      indexes: [['brand_id']],
    }),
    versioned({
      name: 'motivations',
      columns: {
        motivation_id: 'bigint',
        brand_id: 'uuid',
        name: 'text',
        calculation_type: 'text',
        rate: 'numeric',
        scope: 'json',
        is_active: 'boolean',
      },
      key: ['motivation_id'],
      indexes: [['brand_id', 'motivation_id']],
    }),
    versioned({
      name: 'motivation_assignments',
      columns: { motivation_id: 'bigint', employee_id: 'bigint', brand_id: 'uuid' },
      key: ['motivation_id', 'employee_id'],
      indexes: [['brand_id']],
    }),
  ],
  on: {
    SalaryTermsSet: ({ data: { from: from_date, ...terms } }, write) =>
      write.put('salary_terms', { ...terms, from_date }),
    SalaryAccrued: ({ data: { personal, ...accrual } }, write) =>
      write.insert('accruals', { ...accrual, kind: 'salary', note: personal.note }),
    BonusGiven: putAccrual('bonus'),
    FineImposed: putAccrual('fine'),
    EmployeeErased: ({ data: { employee_id } }, write) => {
      for (const table of ['accruals', 'salary_payments']) write.forget(table, { employee_id }, { note: null });
    },
    ChequeClosed: ({ data, metadata: { brand_id } }, write) => {
      const debts = data.payments.map((payment) => ({
        employee_id: payment.debtor_employee_id,
        amount: payment.amount,
      }));
      putDebts(debts, { ...data, kind: 'cheque', id: data.order_id, brand_id }, write);
    },
    ChequeReopened: ({ data: { order_id: id } }, write) => {
      for (let place = 0; place < MAX_PAYMENTS; place++) write.remove('employee_debts', { kind: 'cheque', id, place });
    },
    GoodsReturned: ({ data, metadata: { brand_id } }, write) => {
      const setOff = data.debts.map(({ employee_id, amount }) => ({ employee_id, amount: -amount }));
      putDebts(setOff, { ...data, kind: 'return', id: data.return_id, brand_id }, write);
    },
    EmployeeDebtSettled: ({ data }, write) => {
      const { settlement_id: id, movement, settled_at: _, personal: __, amount, direction, ...settled } = data;
      const kind = movement === null ? 'wages' : 'money';
      const shift_id = movement?.shift_id ?? null;
      write.insert('employee_debts', {
        ...settled,
        kind,
        id,
        place: 0,
        shift_id,
        amount: direction === 'minus' ? amount : -amount,
      });
    },
    EmployeeDebtSettlementCancelled: ({ data: { settlement_id: id } }, write) =>
      // Only a settlement in money can be cancelled.
      write.remove('employee_debts', { kind: 'money', id, place: 0 }),
    AccrualCancelled: ({ data: { accrual_id } }, write) => write.remove('accruals', { accrual_id }),
    SalaryBalanceOpened: ({ data }, write) => write.put('salary_balances', data),
    SalaryPaid: ({ data: { personal, ...payment } }, write) =>
      write.insert('salary_payments', { ...payment, note: personal.note }),
    SalaryPaymentCancelled: ({ data: { movement_id } }, write) => write.remove('salary_payments', { movement_id }),
    MotivationDefined: ({ data }, write) => write.put('motivations', data),
    MotivationAssigned: ({ data }, write) => {
      const { motivation_id, brand_id, added_ids, removed_ids } = data;
      for (const employee_id of added_ids)
        write.put('motivation_assignments', { motivation_id, employee_id, brand_id });
      for (const employee_id of removed_ids) write.remove('motivation_assignments', { motivation_id, employee_id });
    },
  },
});
