import type pg from 'pg';

export interface ListedSpecialDay {
  readonly point_id: string;
  readonly date: string;
  readonly is_open: boolean;
  /** Null on a closed day. */
  readonly open: string | null;
  readonly close: string | null;
  readonly reason: string | null;
}

/** Closed days and special hours by date, both ends included; only those of `pointIds`, unless it is null. */
export const listSpecialDays = async (
  pool: pg.Pool,
  brandId: string,
  pointIds: readonly string[] | null,
  { from, to }: { readonly from: string; readonly to: string | null },
  limit: number,
): Promise<ListedSpecialDay[]> => {
  const { rows } = await pool.query<ListedSpecialDay>(
    `select point_id, date, is_open, case when is_open then open end as open, case when is_open then close end as close, reason
     from read.special_days
     where brand_id = $1 and date >= $3 and ($4::text is null or date <= $4) and ($2::uuid[] is null or point_id = any ($2))
     order by date, point_id limit $5`,
    [brandId, pointIds, from, to, limit],
  );
  return rows;
};
