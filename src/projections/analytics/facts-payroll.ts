import { hundredthsOfHours } from '../attendance/hours.ts';
import { BRAND, local, POINT } from './columns.ts';
import { type AnalyticsView, column } from './view.ts';

const id = (name: string, about: string) => column('bigint', `t.${name}`, about);
const money = (name: string, about: string) => column('bigint', `t.${name}`, about);
const DAY = column('date', 't.business_date', 'The business day it belongs to: dates.date.');
const EMPLOYEE = id('employee_id', 'Whose it is: employees.employee_id.');

const salaryTerms: AnalyticsView = {
  name: 'salary_terms',
  kind: 'fact',
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

const motivations: AnalyticsView = {
  name: 'motivations',
  kind: 'dimension',
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

/** Each part with the columns of all, so that they can be added up. */
const daysFrom = (table: (name: string) => string): string => {
  const part = (from: string, employee: string, date: string, values: Readonly<Record<string, string>>): string => {
    const list = MEASURES.map((measure) => `(${values[measure] ?? 'null'})::bigint as ${measure}`).join(', ');
    return `select p.brand_id, p.${employee} as employee_id, p.point_id, p.${date} as date, ${list}
      from ${table(from)} as p where p.known_to is null and p.${employee} is not null`;
  };
  const parts = [
    part('attendance_shifts', 'employee_id', 'date', {
      worked: 'case when p.check_in is not null then 1 end',
      hundredths: hundredthsOfHours('p'),
    }),
    part('cheques', 'waiter_id', 'business_date', { net: 'p.goods_amount - p.discount' }),
    part('returns', 'waiter_id', 'business_date', { net: '-p.goods_amount' }),
    part('accruals', 'employee_id', 'business_date', {
      bonus: `case p.kind when 'bonus' then p.amount end`,
      fine: `case p.kind when 'fine' then p.amount end`,
    }),
    part('salary_payments', 'employee_id', 'business_date', {
      paid: `case p.direction when 'minus' then p.amount else -p.amount end`,
    }),
  ];
  const sums = MEASURES.map((measure) => `${measure === 'worked' ? 'max' : 'sum'}(${measure}) as ${measure}`).join(
    ', ',
  );
  return `(select brand_id, employee_id, point_id, date, ${sums} from (${parts.join(' union all ')}) as parts
    group by brand_id, employee_id, point_id, date) as t`;
};

const MEASURES = ['worked', 'hundredths', 'net', 'bonus', 'fine', 'paid'] as const;

const payrollDays: AnalyticsView = {
  name: 'payroll_days',
  kind: 'fact',
  about:
    'What one employee did and got at one point on one business day. Salaries and motivations follow from it: GET /v1/reports/payroll computes them.',
  tables: ['attendance_shifts', 'cheques', 'returns', 'accruals', 'salary_payments'],
  from: daysFrom,
  columns: {
    employee_id: EMPLOYEE,
    brand_id: BRAND,
    point_id: POINT,
    date: column('date', 't.date', 'The business day: dates.date.'),
    is_worked: column('boolean', 't.worked is not null', 'The employee checked in.'),
    hours: column('numeric(10,2)', 'coalesce(t.hundredths, 0) / 100.0', 'Hours worked, each shift rounded for itself.'),
    sales: column(
      'bigint',
      'coalesce(t.net, 0)',
      'Lines of the cheques that the employee served, less what came back.',
    ),
    bonus_amount: column('bigint', 'coalesce(t.bonus, 0)', 'Bonuses.'),
    fines_amount: column('bigint', 'coalesce(t.fine, 0)', 'Fines.'),
    paid_amount: column('bigint', 'coalesce(t.paid, 0)', 'Paid out less what was given back.'),
  },
};

export const payrollFacts: readonly AnalyticsView[] = [salaryTerms, accruals, payments, balances, payrollDays];
export const payrollDimensions: readonly AnalyticsView[] = [motivations, assignments];
