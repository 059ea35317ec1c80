import { assignmentOn } from '../attendance/assignments.ts';
import { hundredthsOfHours } from '../attendance/hours.ts';

/** Which facts of work count, as SQL. */
export interface LaborScope {
  /** The condition for the versions to read. */
  valid(alias: string): string;
  /** The full name of a table of a read model. */
  table(name: string): string;
  /** The days of salaries by the month, which have no facts but terms, `m`. Absent: from the first terms on. */
  readonly from?: string;
  readonly to: string;
}

/**
 * SQL of what work costs: a row for each day on which an employee worked at a point, for each accrual, and for each day of a salary
 * by the month. Columns: brand_id, point_id, employee_id, date, salary_type_id, hundredths, salary, bonus, fine; known_from and known_to, the
 * positions of the last event that made the row so, and of the first one that ended it. It is the payroll without motivations, which
 * follow from sales: see `domain/reports/payroll`.
 */
export const laborDays = (scope: LaborScope): string =>
  `(${[ofWork(scope), ofAccruals(scope), ofMonths(scope)].join(' union all ')})`;

/** The terms in force: those of the point, else those of the employee's own point on that day. */
const termsOn = ({ valid, table }: LaborScope, of: string): string => `
  left join ${assignmentOn(valid, `${of}.employee_id`, `${of}.date`, table('employee_assignments'))} as home on true
  left join lateral (
    select t.salary_type_id, t.rate, t.known_from, t.known_to, t.point_id from ${table('salary_terms')} as t
    where t.employee_id = ${of}.employee_id and t.from_date <= ${of}.date and t.point_id in (${of}.point_id, home.point_id)
      and ${valid('t')}
    order by t.point_id = ${of}.point_id desc, t.from_date desc limit 1
  ) as terms on true`;

/** The terms count, and where they are those of the own point, so does that. Nulls are left out. */
const known = (of: string): string => {
  const both = (what: string) =>
    `${of}.${what}, terms.${what}, case when terms.point_id <> ${of}.point_id then home.${what} end`;
  return `greatest(${both('known_from')}) as known_from, least(${both('known_to')}) as known_to`;
};

const ofWork = (scope: LaborScope): string => `
  select w.brand_id, w.point_id, w.employee_id, w.date, terms.salary_type_id, w.hundredths::bigint as hundredths,
    case terms.salary_type_id when 1 then case when w.worked then terms.rate else 0 end
      when 2 then round(terms.rate * w.hundredths / 100.0) end::bigint as salary,
    null::bigint as bonus, null::bigint as fine, ${known('w')}
  from (
    select s.brand_id, s.point_id, s.employee_id, s.date, bool_or(s.check_in is not null) as worked,
      coalesce(sum(${hundredthsOfHours('s', scope.valid, scope.table('attendance_shifts'))}), 0) as hundredths,
      max(s.known_from) as known_from, min(s.known_to) as known_to
    from ${scope.table('attendance_shifts')} as s where ${scope.valid('s')}
    group by s.brand_id, s.point_id, s.employee_id, s.date
  ) as w ${termsOn(scope, 'w')}`;

const ofAccruals = (scope: LaborScope): string => `
  select a.brand_id, a.point_id, a.employee_id, a.date, terms.salary_type_id, 0::bigint,
    case when a.kind = 'salary' and terms.salary_type_id = 4 then round(terms.rate * a.kpi_percent / 100)
      when a.kind = 'salary' and terms.salary_type_id = 5 then a.amount end::bigint,
    case a.kind when 'bonus' then a.amount end, case a.kind when 'fine' then a.amount end, ${known('a')}
  from (
    select a.brand_id, a.point_id, a.employee_id, a.business_date as date, a.kind, a.amount, a.kpi_percent, a.known_from, a.known_to
    from ${scope.table('accruals')} as a where ${scope.valid('a')}
  ) as a ${termsOn(scope, 'a')}`;

/** Day k of n has round(rate k/n) - round(rate (k-1)/n), worked or not, at the point of the terms alone. */
const ofMonths = ({ valid, table, from, to }: LaborScope): string => {
  const terms = table('salary_terms');
  const first = from === undefined ? 'm.from_date' : `greatest(m.from_date, ${from})`;
  return `
  select m.brand_id, m.point_id, m.employee_id, day.date, m.salary_type_id, 0::bigint,
    (round(m.rate * day.k / day.n) - round(m.rate * (day.k - 1) / day.n))::bigint, null::bigint, null::bigint, m.known_from, m.known_to
  from ${terms} as m
  cross join lateral (select min(n.from_date) - 1 as last from ${terms} as n where n.employee_id = m.employee_id
    and n.point_id = m.point_id and n.from_date > m.from_date and ${valid('n')}) as next
  cross join lateral (select d::date as date, extract(day from d) as k,
      extract(day from date_trunc('month', d) + interval '1 month - 1 day') as n
    from generate_series(${first}, least(next.last, ${to}), interval '1 day') as d) as day
  where m.salary_type_id = 3 and ${valid('m')}`;
};
