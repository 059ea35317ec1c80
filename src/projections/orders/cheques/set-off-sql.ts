/**
 * Joins to each return `r` the debts of its cheque that it set off, as `d (payment_type_id, payment_category_id, amount)`: a row
 * for each payment of category 6, in the order of the payments. Earlier returns have set off the first of them.
 * A cheque with a return is never opened again, so its row is the last one. `table` names the tables.
 */
export const debtsSetOff = (table: (name: string) => string): string => `
  join ${table('cheques')} as paid on paid.id = r.cheque_id and paid.known_to is null and r.debt_amount > 0
  cross join lateral (
    select coalesce(sum(e.debt_amount), 0) as until from ${table('returns')} as e
    where e.cheque_id = r.cheque_id and e.known_from < r.known_from
  ) as before
  cross join lateral (
    select payment_type_id, payment_category_id,
      (least(until, before.until + r.debt_amount) - greatest(until - owed, before.until))::bigint as amount
    from (
      select p.payment_type_id, p.payment_category_id, p.owed, sum(p.owed) over (order by p.place) as until
      from rows from (
        json_to_recordset(paid.payments) as (payment_type_id bigint, payment_category_id integer, amount bigint)
      ) with ordinality as p (payment_type_id, payment_category_id, owed, place)
      where p.payment_category_id = 6
    ) as debts
    where until > before.until and until - owed < before.until + r.debt_amount
  ) as d`;
