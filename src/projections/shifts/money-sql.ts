import { debtsSetOff } from '../orders/cheques/set-off-sql.ts';
import type { Snapshot } from '../reports/snapshot.ts';

/** Parts of the SQL of what happened in shifts; $1 is a list of their ids. Sums are exact: they stay below 2^53. */
type Valid = Snapshot['valid'];

/** Cheques by what paid the whole of them. */
export const CHEQUES = (valid: Valid): string => `
  select shift_id, only_payment_type_id as payment_type_id, only_payment_category_id as payment_category_id,
    count(*)::integer as cheques_count, sum(goods_amount)::bigint as goods_amount, sum(discount)::bigint as discount,
    sum(delivery_amount)::bigint as delivery_amount, sum(total_amount)::bigint as revenue
  from read.cheques as c where shift_id = any ($1) and ${valid('c')}
  group by shift_id, only_payment_type_id, only_payment_category_id`;

/** The payments of all other cheques. */
export const PAYMENTS = (valid: Valid): string => `
  select c.shift_id, p.payment_type_id, p.payment_category_id, coalesce(p.is_deposit, false) as is_deposit,
    sum(p.amount)::bigint as amount
  from read.cheques as c
  cross join lateral json_to_recordset(c.payments)
    as p (payment_type_id bigint, payment_category_id integer, amount bigint, is_deposit boolean)
  where c.shift_id = any ($1) and c.only_payment_type_id is null and ${valid('c')}
  group by 1, 2, 3, 4`;

/** What returns gave back, and what they set off of debts, by payment type. */
export const RETURNS = (valid: Valid): string => `
  select shift_id, payment_type_id, payment_category_id, sum(amount)::bigint as amount
  from (
    select r.shift_id, f.payment_type_id, f.payment_category_id, f.amount
    from read.returns as r
    cross join lateral json_to_recordset(r.refunds)
      as f (payment_type_id bigint, payment_category_id integer, amount bigint)
    where r.shift_id = any ($1) and ${valid('r')}
    union all
    select r.shift_id, d.payment_type_id, d.payment_category_id, d.amount
    from read.returns as r ${debtsSetOff((name) => `read.${name}`)}
    where r.shift_id = any ($1) and ${valid('r')}
  ) as back
  group by 1, 2, 3`;

export const MOVEMENTS = (valid: Valid): string => `
  select shift_id, payment_type_id, payment_category_id, payment_purpose_id, direction, operation,
    sum(amount)::bigint as amount
  from read.money_movements as m where shift_id = any ($1) and register = 'shift' and ${valid('m')}
  group by shift_id, payment_type_id, payment_category_id, payment_purpose_id, direction, operation`;

/** What employees owe for the cheques. */
export const EMPLOYEE_DEBTS = (valid: Valid): string => `
  select shift_id, employee_id, sum(amount)::bigint as amount
  from read.employee_debts as d where shift_id = any ($1) and kind = 'cheque' and ${valid('d')}
  group by shift_id, employee_id order by employee_id`;

/** As the deletions of POST /reports/olap: an item of a cheque that was deleted whole is in that cheque alone. */
export const DELETIONS = (valid: Valid): string => `
  select shift_id, sum(cheques)::integer as deleted_cheques_count, sum(cheques_amount)::bigint as deleted_cheques_amount,
    sum(items)::integer as deleted_items_count, sum(items_amount)::bigint as deleted_items_amount
  from (
    select shift_id, 1 as cheques, total_amount as cheques_amount, 0 as items, 0 as items_amount
    from read.deleted_cheques as d where shift_id = any ($1) and was_with_till and ${valid('d')}
    union all
    select shift_id, 0, 0, 1, amount from read.removed_items as i
    where shift_id = any ($1) and ${valid('i')}
      and not exists (select from read.deleted_cheques as d where d.id = i.order_id and ${valid('d')})
  ) as deleted
  group by shift_id`;
