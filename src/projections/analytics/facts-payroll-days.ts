import { hundredthsOfHours } from '../attendance/hours.ts';
import { laborDays } from '../payroll/labor-days.ts';
import { BRAND, POINT } from './columns.ts';
import { type AnalyticsView, column } from './view.ts';

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
      hundredths: hundredthsOfHours('p', (alias) => `${alias}.known_to is null`, table('attendance_shifts')),
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

export const payrollDays: AnalyticsView = {
  name: 'payroll_days',
  kind: 'fact',
  key: ['employee_id', 'point_id', 'date'],
  about:
    'What one employee did and got at one point on one business day. Salaries and motivations follow from it: GET /v1/reports/payroll computes them.',
  tables: ['attendance_shifts', 'cheques', 'returns', 'accruals', 'salary_payments'],
  from: daysFrom,
  columns: {
    employee_id: column('bigint', 't.employee_id', 'Whose it is: employees.employee_id.'),
    brand_id: BRAND,
    point_id: POINT,
    date: column('date', 't.date', 'The business day: dates.date.'),
    is_worked: column('boolean', 't.worked is not null', 'The employee checked in.'),
    hours: column(
      'numeric(10,2)',
      'coalesce(t.hundredths, 0) / 100.0',
      'Hours worked, each shift rounded for itself; no time of an employee counts twice.',
    ),
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

/** By the day. Salaries by the month go on to the point's own today. */
const costsFrom = (table: (name: string) => string): string => `(
  select brand_id, employee_id, point_id, date, max(salary_type_id) as salary_type_id, sum(hundredths) as hundredths,
    sum(salary) as salary, coalesce(sum(bonus), 0) as bonus, coalesce(sum(fine), 0) as fine
  from ${laborDays({
    valid: (alias) => `${alias}.known_to is null`,
    table,
    to: `(select (now() at time zone p.timezone)::date from ${table('points')} as p where p.point_id = m.point_id)`,
  })} as l
  group by brand_id, employee_id, point_id, date
) as t`;

export const laborCosts: AnalyticsView = {
  name: 'labor_costs',
  kind: 'fact',
  key: ['employee_id', 'point_id', 'date'],
  about:
    'What the work of one employee at one point on one business day cost: what GET /v1/reports/payroll accrues, but for motivations, which follow from all sales.',
  tables: ['attendance_shifts', 'accruals', 'employee_assignments', 'salary_terms', 'points'],
  from: costsFrom,
  columns: {
    employee_id: column('bigint', 't.employee_id', 'Who worked: employees.employee_id.'),
    brand_id: BRAND,
    point_id: POINT,
    date: column('date', 't.date', 'The business day: dates.date.'),
    salary_type_id: column(
      'integer',
      't.salary_type_id',
      '1 by the day, 2 by the hour, 3 by the month, 4 KPI, 5 free form; null: no terms.',
    ),
    hours: payrollDays.columns.hours!,
    salary_amount: column(
      'bigint',
      't.salary',
      'The salary of the day, rounded. By the month: the part of the day, worked or not. KPI and free form: what was accrued for the day. Null: none.',
    ),
    bonus_amount: column('bigint', 't.bonus', 'Bonuses.'),
    fines_amount: column('bigint', 't.fine', 'Fines.'),
    labor_cost: column(
      'bigint',
      'coalesce(t.salary, 0) + t.bonus - t.fine',
      'The salary of the day and bonuses, less fines: labor_cost of POST /v1/reports/olap.',
    ),
  },
};
