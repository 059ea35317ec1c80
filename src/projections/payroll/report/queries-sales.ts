import type { Sold } from '../../../domain/reports/payroll/facts.ts';
import type { Snapshot } from '../../reports/snapshot.ts';
import type { Base } from './bases.ts';
import type { PayrollQuestion, Reach } from './question.ts';

/** What one waiter sold at a point on a day, of each of the bases that were asked for. */
export interface SoldBy extends Sold {
  /** Null: the cheque has no waiter. */
  readonly employee_id: number | null;
  readonly point_id: string;
}

export interface SalesQuestion extends PayrollQuestion, Reach {
  /** Of one level. */
  readonly bases: readonly Base[];
  /** Sales of everybody are needed, also before the period. */
  readonly is_of_points: boolean;
}

/** Sales less returns of each waiter, point and day. Cheques are read where products are not told apart: they are fewer. */
export const readSales = async ({ db, valid }: Snapshot, asked: SalesQuestion): Promise<SoldBy[]> => {
  const { brand_id, point_ids, date_from, date_to, since, balanced_ids, bases, is_of_points } = asked;
  if (bases.length === 0) return [];
  const values: unknown[] = [brand_id, point_ids, since, date_from, date_to, balanced_ids];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const conditions = bases.map((base) => conditionOf(base, place));
  const level = bases[0]!.level;
  const facts = level === 'cheque' ? ofCheques : ofLines;
  const any = conditions.includes('true') ? 'true' : conditions.map((condition) => `(${condition})`).join(' or ');
  const sums = (what: string) =>
    conditions.map((condition) => `coalesce(sum(${what}) filter (where ${condition}), 0)::bigint`).join(', ');
  const text = `
    select f.waiter_id as employee_id, f.point_id, f.business_date as date, array[${sums('f.net')}] as net,
      array[${level === 'cheque' ? '' : sums('f.units * 1000')}]::bigint[] as units
    from (${facts(valid, { who: whose(is_of_points), hasTypes: level === 'line_of_type' })}) as f
    where ${any}
    group by f.waiter_id, f.point_id, f.business_date`;
  return (await db.query<SoldBy>(text, values)).rows;
};

const conditionOf = (base: Base, place: (value: unknown) => string): string => {
  const parts = [
    ...(base.order_type_ids ? [`f.order_type_id = any (${place(base.order_type_ids)}::bigint[])`] : []),
    ...(base.product_ids ? [`f.product_id = any (${place(base.product_ids)}::bigint[])`] : []),
    ...(base.category_ids ? [`f.category_id = any (${place(base.category_ids)}::bigint[])`] : []),
  ];
  return parts.length === 0 ? 'true' : parts.join(' and ');
};

/** The employees whose cheques are read. A cheque without a waiter counts for its point alone. */
const whose = (isOfPoints: boolean) => (alias: string) =>
  `(${isOfPoints}
  or (${alias}.waiter_id is not null and (${alias}.business_date >= $4 or ${alias}.waiter_id = any ($6))))`;

interface Facts {
  readonly who: (alias: string) => string;
  /** The type of the order matters. */
  readonly hasTypes: boolean;
}

const within = (alias: string): string =>
  `${alias}.brand_id = $1 and ($2::uuid[] is null or ${alias}.point_id = any ($2)) and ${alias}.business_date between $3 and $5`;

const ofCheques = (valid: Snapshot['valid'], { who }: Facts): string => `
  select c.waiter_id, c.point_id, c.business_date, c.order_type_id, c.goods_amount - c.discount as net
  from read.cheques as c where ${within('c')} and ${who('c')} and ${valid('c')}
  union all
  select r.waiter_id, r.point_id, r.business_date, r.order_type_id, -r.goods_amount
  from read.returns as r where ${within('r')} and ${who('r')} and ${valid('r')}`;

const ofLines = (valid: Snapshot['valid'], { who, hasTypes }: Facts): string => `
  select l.waiter_id, l.point_id, l.business_date, ${hasTypes ? 'c.order_type_id' : 'null::integer as order_type_id'},
    l.product_id, l.category_id, l.net_amount as net, l.quantity as units
  from read.cheque_lines as l
  ${hasTypes ? `join read.cheques as c on c.id = l.cheque_id and ${valid('c')}` : ''}
  where ${within('l')} and ${who('l')} and ${valid('l')}
  union all
  select r.waiter_id, r.point_id, r.business_date, r.order_type_id, l.product_id, l.category_id, -l.amount, -l.quantity
  from read.returns as r join read.return_lines as l on l.return_id = r.id and ${valid('l')}
  where ${within('r')} and ${who('r')} and ${valid('r')}`;
