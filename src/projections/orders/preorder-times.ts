import type pg from 'pg';

/** A preorder is released before its time, by no more than this (a courier's minutes and the kitchen's). */
const LONGEST_LEAD = '10 days';

/** For when (milliseconds) the preorders of a point are that still wait: from `from` until before `to`. */
export const preorderTimes = async (
  pool: pg.Pool,
  brandId: string,
  pointId: string,
  from: number,
  to: number,
): Promise<number[]> => {
  const { rows } = await pool.query<{ scheduled_at: Date }>(
    `select scheduled_at from read.order_timers
     where kind = 'release' and due_at >= $3::timestamptz - interval '${LONGEST_LEAD}' and due_at < $4
       and brand_id = $1 and point_id = $2 and scheduled_at >= $3 and scheduled_at < $4`,
    [brandId, pointId, new Date(from).toISOString(), new Date(to).toISOString()],
  );
  return rows.map(({ scheduled_at }) => scheduled_at.getTime());
};
