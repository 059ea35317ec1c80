import type pg from 'pg';
import type { OrderTimerKind } from './timers.ts';

export interface DueTimer {
  readonly kind: OrderTimerKind;
  readonly order_id: number;
  readonly brand_id: string;
  readonly point_id: string;
  readonly placed_business_date: string;
  /** The point's zone, as of now. */
  readonly timezone: string;
  readonly business_day_cutoff: string;
}

/**
 * A preorder is released only while a shift is open. Only the last shift of a point can be, so that one alone is looked at, each second.
 * A preorder that is not paid or not confirmed when its time comes is held back by its status, and released as soon as it is.
 */
const DUE = `
  select t.kind, t.order_id, t.brand_id, t.point_id, t.placed_business_date, p.timezone, p.business_day_cutoff
  from read.order_timers t
  join read.orders o using (order_id)
  join read.points p on p.point_id = t.point_id
  where t.kind = $1 and o.status = $2 and t.due_at <= $3
    and ($1 <> 'release' or (
      select s.closed_at is null from read.till_shifts s where s.known_to is null and s.point_id = t.point_id
      order by s.shift_number desc limit 1
    ))
  order by t.due_at, t.order_id limit $4`;

const STATUS: Readonly<Record<OrderTimerKind, string>> = { payment: 'AWAITING_PAYMENT', release: 'PREORDER' };

/** Timers that are due and may fire, the longest due first. */
export const dueTimers = async (
  pool: pg.Pool,
  kind: OrderTimerKind,
  now: Date,
  limit: number,
): Promise<readonly DueTimer[]> => {
  const values = [kind, STATUS[kind], now.toISOString(), limit];
  return (await pool.query<DueTimer>(DUE, values)).rows;
};
