import type { Accrual, DebtSums, Payment, WagesKept, Work } from '../../../domain/reports/payroll/facts.ts';
import { hundredthsOfHours, isOverlapping } from '../../attendance/hours.ts';
import type { Snapshot } from '../../reports/snapshot.ts';
import type { PayrollQuestion, Reach } from './question.ts';

interface OfPlace {
  readonly employee_id: number;
  readonly point_id: string;
}

/** The condition of facts that count. $1 to $6 are `factParameters`. */
const counts = (alias: string, day: string): string =>
  `${alias}.brand_id = $1 and ($2::uuid[] is null or ${alias}.point_id = any ($2)) and ${alias}.${day} between $3 and $5
   and (${alias}.${day} >= $4 or ${alias}.employee_id = any ($6))`;

const factParameters = (asked: PayrollQuestion, { since, balanced_ids }: Reach) => {
  const { brand_id, point_ids, date_from, date_to } = asked;
  return [brand_id, point_ids, since, date_from, date_to, balanced_ids];
};

/** A query of facts by employee, point and day. */
const factQuery =
  <Row>(compose: (valid: Snapshot['valid']) => string) =>
  async ({ db, valid }: Snapshot, asked: PayrollQuestion, reach: Reach): Promise<(Row & OfPlace)[]> =>
    (await db.query<Row & OfPlace>(compose(valid), factParameters(asked, reach))).rows;

/** Who worked when, by the day. */
export const readWork = factQuery<Work>(
  (valid) => `
    select s.employee_id, s.point_id, s.date, bool_or(s.check_in is not null) as is_worked,
      coalesce(sum(${hundredthsOfHours('s', valid)}), 0)::bigint as hundredths,
      bool_or(${isOverlapping('s', valid)}) as overlap
    from read.attendance_shifts as s where ${counts('s', 'date')} and ${valid('s')}
    group by s.employee_id, s.point_id, s.date`,
);

/** What was accrued by hand; bonuses and fines as sums of a day. */
export const readAccruals = factQuery<Accrual>(
  (valid) => `
    select a.employee_id, a.point_id, a.business_date as date, a.kind,
      a.kpi_percent::double precision as kpi_percent, sum(a.amount)::bigint as amount
    from read.accruals as a where ${counts('a', 'business_date')} and ${valid('a')}
    group by a.employee_id, a.point_id, a.business_date, a.kind, a.kpi_percent, case when a.kind = 'salary' then a.accrual_id end`,
);

/** What was paid, by the day and purpose. */
export const readPayments = factQuery<Payment>(
  (valid) => `
    select p.employee_id, p.point_id, p.business_date as date, p.payment_purpose_id, p.direction = 'minus' as is_payout,
      sum(p.amount)::bigint as amount, count(*) as operations_count
    from read.salary_payments as p where ${counts('p', 'business_date')} and ${valid('p')}
    group by p.employee_id, p.point_id, p.business_date, p.payment_purpose_id, p.direction`,
);

/** Wages that were kept to pay debts off, by the day. */
export const readWagesKept = factQuery<WagesKept>(
  (valid) => `
    select d.employee_id, d.point_id, d.business_date as date, -sum(d.amount)::bigint as amount
    from read.employee_debts as d where d.kind = 'wages' and ${counts('d', 'business_date')} and ${valid('d')}
    group by d.employee_id, d.point_id, d.business_date`,
);

/** What employees owe at each point: before the period, how that changed, and after it. */
export const readDebts = async (
  { db, valid }: Snapshot,
  { brand_id, point_ids, date_from, date_to }: PayrollQuestion,
): Promise<(DebtSums & OfPlace)[]> => {
  const within = (kinds: string, sign = ''): string =>
    `coalesce(${sign}sum(d.amount) filter (where d.business_date >= $3 and d.kind in (${kinds})), 0)::bigint`;
  const { rows } = await db.query<DebtSums & OfPlace>(
    `select d.employee_id, d.point_id, coalesce(sum(d.amount) filter (where d.business_date < $3), 0)::bigint as debt_start,
       ${within(`'cheque'`)} as debt_added, ${within(`'return'`, '-')} as debt_returned,
       ${within(`'money', 'wages'`, '-')} as debt_settled, sum(d.amount)::bigint as debt_end
     from read.employee_debts as d
     where d.brand_id = $1 and ($2::uuid[] is null or d.point_id = any ($2)) and d.business_date <= $4 and ${valid('d')}
     group by d.employee_id, d.point_id`,
    [brand_id, point_ids, date_from, date_to],
  );
  return rows;
};
