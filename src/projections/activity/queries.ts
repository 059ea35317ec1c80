import type pg from 'pg';

/** A place in the order of what happened at a point. */
export interface Happened {
  /** Milliseconds since the epoch. */
  readonly happened_ms: number;
  readonly position: number;
}

export type Direction = 'next' | 'previous';

const STEPS: Readonly<Record<Direction, string>> = {
  next: `select happened_ms, position from read.activity
    where point_id = $1 and (happened_ms, position) > ($2, $3) order by happened_ms, position limit 1`,
  previous: `select happened_ms, position from read.activity
    where point_id = $1 and (happened_ms, position) < ($2, $3) order by happened_ms desc, position desc limit 1`,
};

/** What happened at the point right after a place, or right before it. */
export const stepFrom = async (
  pool: pg.Pool,
  pointId: string,
  { happened_ms, position }: Happened,
  direction: Direction,
): Promise<Happened | undefined> =>
  (await pool.query<Happened>(STEPS[direction], [pointId, happened_ms, position])).rows[0];

/** After everything that happened at this instant, in milliseconds. */
export const afterInstant = (happened_ms: number): Happened => ({
  happened_ms,
  position: Number.MAX_SAFE_INTEGER,
});

/** How often something happened at the point, in equal parts of a time: from inclusive, to exclusive, in milliseconds. */
export const countActivity = async (
  pool: pg.Pool,
  pointId: string,
  { from, to, parts }: { readonly from: number; readonly to: number; readonly parts: number },
): Promise<number[]> => {
  const { rows } = await pool.query<{ part: number; count: number }>(
    `select ((happened_ms - $2::bigint) * $4::bigint / ($3::bigint - $2::bigint))::integer as part, count(*)::integer as count
     from read.activity where point_id = $1 and happened_ms >= $2 and happened_ms < $3
     group by 1`,
    [pointId, from, to, parts],
  );
  const counts = Array.from({ length: parts }, () => 0);
  for (const { part, count } of rows) counts[part] = count;
  return counts;
};
