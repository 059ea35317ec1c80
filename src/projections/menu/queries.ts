import type pg from 'pg';

export interface ShowcaseEntry {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  /** ISO 8601 instant of the last publication. */
  readonly updated_at: string;
}

/** The brand's showcases among `ids`, in that order. */
export const listShowcases = async (
  pool: pg.Pool,
  brandId: string,
  /** In this order. Null: every showcase of the brand. */
  ids: readonly number[] | null,
): Promise<ShowcaseEntry[]> => {
  const { rows } = await pool.query<Omit<ShowcaseEntry, 'updated_at'> & { updated_at: Date }>(
    `select menu_id as id, name, description, updated_at from read.showcases
     where brand_id = $1 and ($2::bigint[] is null or menu_id = any($2))
     order by array_position($2, menu_id), menu_id`,
    [brandId, ids],
  );
  return rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }));
};
