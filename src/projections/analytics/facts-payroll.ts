import { BRAND, local, POINT } from './columns.ts';
import { laborCosts, payrollDays } from './facts-payroll-days.ts';
import { type AnalyticsView, column } from './view.ts';

const id = (name: string, about: string) => column('bigint', `t.${name}`, about);
const money = (name: string, about: string) => column('bigint', `t.${name}`, about);
const DAY = column('date', 't.business_date', 'The business day it belongs to: dates.date.');
const EMPLOYEE = id('employee_id', 'Whose it is: employees.employee_id.');

const salaryTerms: AnalyticsView = {
  name: 'salary_terms',
  kind: 'fact',
  key: ['employee_id', 'point_id', 'from_date'],
  about: 'How an employee is paid at a point from a day on, until the next terms of that point.',
  tables: ['salary_terms'],
  from: (table) => `${table('salary_terms')} as t`,
  keepsVersions: true,
  columns: {
    employee_id: EMPLOYEE,
    brand_id: BRAND,
    point_id: POINT,
    from_date: column('date', 't.from_date', 'The first day on which they hold: dates.date.'),
    salary_type_id: column(
      'integer',
      't.salary_type_id',
      '1 by the day, 2 by the hour, 3 by the month, 4 KPI, 5 free form; null: no salary from this day on.',
    ),
    rate: money('rate', 'Of a day, an hour, a month or the full KPI; null: the type has none.'),
  },
};

const accruals: AnalyticsView = {
  name: 'salary_accruals',
  kind: 'fact',
  key: ['accrual_id'],
  about: 'Salary accrued by hand, a bonus or a fine. One that was cancelled is gone.',
  tables: ['accruals'],
  from: (table) => `${table('accruals')} as t`,
  keepsVersions: true,
  columns: {
    accrual_id: id('accrual_id', 'The accrual.'),
    employee_id: EMPLOYEE,
    brand_id: BRAND,
    point_id: POINT,
    business_date: DAY,
    kind: column('text', 't.kind', 'salary, bonus or fine.'),
    amount: money('amount', 'How much; of a fine what is taken off; null: a part of the KPI.'),
    kpi_percent: column('numeric', 't.kpi_percent', 'The part of the KPI rate; null: an amount.'),
  },
};

const payments: AnalyticsView = {
  name: 'salary_payments',
  kind: 'fact',
  key: ['movement_id'],
  about: 'Money that an employee got, or gave back. One that was cancelled is gone.',
  tables: ['salary_payments'],
  from: (table) => `${table('salary_payments')} as t`,
  keepsVersions: true,
  columns: {
    movement_id: id('movement_id', 'The movement of money.'),
    employee_id: EMPLOYEE,
    brand_id: BRAND,
    point_id: POINT,
    business_date: DAY,
    paid_at: local('t.paid_at', 'When it was paid'),
    payment_purpose_id: id('payment_purpose_id', 'payment_purposes.payment_purpose_id.'),
    is_payout: column('boolean', `t.direction = 'minus'`, 'False: the employee gave it back.'),
    amount: money('amount', 'How much, above 0.'),
    source: column('text', 't.source', 'Where the money was: cashbox, safe, cash, bank or accountable.'),
  },
};

const balances: AnalyticsView = {
  name: 'salary_balances',
  kind: 'fact',
  key: ['employee_id', 'point_id'],
  about: 'From which day on a balance of an employee is kept at a point, and with what it began.',
  tables: ['salary_balances'],
  from: (table) => `${table('salary_balances')} as t`,
  keepsVersions: true,
  columns: {
    employee_id: EMPLOYEE,
    brand_id: BRAND,
    point_id: POINT,
    business_date: column('date', 't.business_date', 'The day at whose beginning it was opened: dates.date.'),
    amount: money('amount', 'What was due to the employee then; below zero: the employee owed.'),
  },
};

const debts: AnalyticsView = {
  name: 'employee_debts',
  kind: 'fact',
  key: ['kind', 'id', 'place'],
  about:
    'What employees owe for cheques (payments of category 6 without an organization), and what lowered it. The sum is what is owed; below zero: to the employee.',
  tables: ['employee_debts'],
  from: (table) => `${table('employee_debts')} as t`,
  keepsVersions: true,
  columns: {
    kind: column(
      'text',
      't.kind',
      'cheque: goods on debt; return: goods that came back; money: paid in money, or given back; wages: kept from wages, or added to them.',
    ),
    id: id('id', 'The cheque, the return, or the settlement.'),
    place: column('integer', 't.place', 'Which employee of the cheque or return it is: 0, 1…'),
    employee_id: EMPLOYEE,
    brand_id: BRAND,
    point_id: POINT,
    cheque_id: id('order_id', 'The cheque: cheques.cheque_id; null: a settlement.'),
    shift_id: id('shift_id', 'The till shift: till_shifts.shift_id; null: of no shift.'),
    business_date: DAY,
    amount: money('amount', 'How much is owed more; below zero: less.'),
  },
};

const motivations: AnalyticsView = {
  name: 'motivations',
  kind: 'dimension',
  key: ['motivation_id'],
  about: 'A program that pays employees for what was sold, or for days worked, as it is now.',
  tables: ['motivations'],
  from: (table) => `${table('motivations')} as t`,
  keepsVersions: true,
  columns: {
    motivation_id: id('motivation_id', 'The motivation.'),
    brand_id: BRAND,
    name: column('text', 't.name', 'Its name.'),
    calculation_type: column(
      'text',
      't.calculation_type',
      'own_sales_percent, point_sales_percent, per_item or per_shift.',
    ),
    rate: column('numeric', 't.rate', 'Percent, or an amount for each unit or day.'),
    scope: column('jsonb', 't.scope::text', 'What counts: lists of ids, null for all of a kind.'),
    is_active: column('boolean', 't.is_active', 'It pays.'),
  },
};

const assignments: AnalyticsView = {
  name: 'motivation_assignments',
  kind: 'dimension',
  key: ['motivation_id', 'employee_id'],
  about: 'Who has a motivation now.',
  tables: ['motivation_assignments'],
  from: (table) => `${table('motivation_assignments')} as t`,
  keepsVersions: true,
  columns: {
    motivation_id: id('motivation_id', 'The motivation: motivations.motivation_id.'),
    employee_id: EMPLOYEE,
    brand_id: BRAND,
  },
};

export const payrollFacts: readonly AnalyticsView[] = [
  salaryTerms,
  accruals,
  payments,
  balances,
  debts,
  payrollDays,
  laborCosts,
];
export const payrollDimensions: readonly AnalyticsView[] = [motivations, assignments];
