import type { Sold } from '../../../domain/reports/payroll/facts.ts';
import type { Snapshot } from '../../reports/snapshot.ts';
import type { Base } from './bases.ts';
import type { Stay } from './folder-times.ts';
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
  const joins: string[] = [];
  const conditions = bases.map((base) => conditionOf(base, { place, joins }));
  const level = bases[0]!.level;
  const facts = level === 'cheque' ? ofCheques : ofLines;
  const any = conditions.includes('true') ? 'true' : conditions.map((condition) => `(${condition})`).join(' or ');
  const sums = (what: string) =>
    conditions.map((condition) => `coalesce(sum(${what}) filter (where ${condition}), 0)::bigint`).join(', ');
  const text = `
    select f.waiter_id as employee_id, f.point_id, f.business_date as date, array[${sums('f.net')}] as net,
      array[${level === 'cheque' ? '' : sums('f.units * 1000')}]::bigint[] as units
    from (${facts(valid, { who: whose(is_of_points), ofCheque: level === 'line_of_cheque' })}) as f
    ${joins.join('\n')}
    where ${any}
    group by f.waiter_id, f.point_id, f.business_date`;
  return (await db.query<SoldBy>(text, values)).rows;
};

interface Query {
  /** Adds a value, and gives its place. */
  place(value: unknown): string;
  /** What is joined to the facts; a condition may add some. */
  readonly joins: string[];
}

const conditionOf = (base: Base, { place, joins }: Query): string => {
  const parts = [
    ...(base.order_type_ids ? [`f.order_type_id = any (${place(base.order_type_ids)}::bigint[])`] : []),
    ...(base.product_ids ? [productCondition(base.product_ids, base.stays, { place, joins })] : []),
    ...(base.category_ids ? [`f.category_id = any (${place(base.category_ids)}::bigint[])`] : []),
  ];
  return parts.length === 0 ? 'true' : parts.join(' and ');
};

/** Stays are joined by hash: with a subquery, each line would be compared with each of them. A line has at most one. */
const productCondition = (productIds: readonly number[], stays: readonly Stay[], { place, joins }: Query): string => {
  const isNamed = `f.product_id = any (${place(productIds)}::bigint[])`;
  if (stays.length === 0) return isNamed;
  const [ids, from, until] = [
    place(stays.map(({ product_id }) => product_id)),
    place(stays.map((stay) => instantOf(stay.from))),
    place(stays.map((stay) => instantOf(stay.until))),
  ];
  const alias = `stay_${joins.length}`;
  joins.push(`left join unnest(${ids}::bigint[], ${from}::timestamptz[], ${until}::timestamptz[]) as ${alias} (product_id, since, until)
      on ${alias}.product_id = f.product_id and f.sold_at >= ${alias}.since and f.sold_at < ${alias}.until`);
  return `(${isNamed} or ${alias}.product_id is not null)`;
};

const instantOf = (ms: number): string => {
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  return ms < 0 ? '-infinity' : 'infinity';
};

/** The employees whose cheques are read. A cheque without a waiter counts for its point alone. */
const whose = (isOfPoints: boolean) => (alias: string) =>
  `(${isOfPoints}
  or (${alias}.waiter_id is not null and (${alias}.business_date >= $4 or ${alias}.waiter_id = any ($6))))`;

interface Facts {
  readonly who: (alias: string) => string;
  /** What only the cheque knows of a line matters: the type of the order, and when it was sold. */
  readonly ofCheque: boolean;
}

const within = (alias: string): string =>
  `${alias}.brand_id = $1 and ($2::uuid[] is null or ${alias}.point_id = any ($2)) and ${alias}.business_date between $3 and $5`;

const ofCheques = (valid: Snapshot['valid'], { who }: Facts): string => `
  select c.waiter_id, c.point_id, c.business_date, c.order_type_id, c.goods_amount - c.discount as net
  from read.cheques as c where ${within('c')} and ${who('c')} and ${valid('c')}
  union all
  select r.waiter_id, r.point_id, r.business_date, r.order_type_id, -r.goods_amount
  from read.returns as r where ${within('r')} and ${who('r')} and ${valid('r')}`;

const ofLines = (valid: Snapshot['valid'], { who, ofCheque }: Facts): string => `
  select l.waiter_id, l.point_id, l.business_date,
    ${ofCheque ? 'c.order_type_id, c.closed_at as sold_at' : 'null::integer as order_type_id'},
    l.product_id, l.category_id, l.net_amount as net, l.quantity as units
  from read.cheque_lines as l
  ${ofCheque ? `join read.cheques as c on c.id = l.cheque_id and ${valid('c')}` : ''}
  where ${within('l')} and ${who('l')} and ${valid('l')}
  union all
  select r.waiter_id, r.point_id, r.business_date, r.order_type_id,
    ${ofCheque ? 'coalesce(c.closed_at, r.returned_at),' : ''}
    l.product_id, l.category_id, -l.amount, -l.quantity
  from read.returns as r join read.return_lines as l on l.return_id = r.id and ${valid('l')}
  ${ofCheque ? `left join read.cheques as c on c.id = r.cheque_id and ${valid('c')}` : ''}
  where ${within('r')} and ${who('r')} and ${valid('r')}`;
