import type { EventOf } from '../../domain/event-catalogue.ts';
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

/** What employees earn and get, for the payroll (docs/reports.md#payroll). */
export const payrollProjection = defineProjection({
  name: 'payroll',
  version: 2,
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
      indexes: [['brand_id', 'business_date']],
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
      indexes: [['brand_id']],
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
