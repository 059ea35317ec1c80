import type pg from 'pg';

/** Where a movement was recorded: on a till, in a ledger, or in the reservation book of a deposit. */
export interface MovementPlace {
  readonly stream: 'till' | 'ledger' | 'book';
  /** What comes after the stream's category: the id of a point or of the brand. */
  readonly stream_id: string;
  /** The movement's own point. Null: it is of the whole brand. */
  readonly point_id: string | null;
  /** Of its event in the log. */
  readonly position: number;
}

/** Also of a movement that was cancelled. Undefined: the brand has no such movement. */
export const findMovementPlace = async (
  pool: pg.Pool,
  brandId: string,
  movementId: number,
): Promise<MovementPlace | undefined> => {
  const { rows } = await pool.query<MovementPlace>(
    `select recorded_on as stream, recorded_on_id as stream_id, point_id, known_from as position
     from read.money_movements where register in ('shift', 'account') and id = $2 and brand_id = $1
     order by known_from limit 1`,
    [brandId, movementId],
  );
  return rows[0];
};

/** What came to an account less what went. */
export const accountBalance = async (pool: pg.Pool, brandId: string, accountId: number): Promise<number> => {
  const { rows } = await pool.query<{ balance: number }>(
    `select coalesce(sum(case direction when 'plus' then amount else -amount end), 0)::bigint as balance
     from read.money_movements where known_to is null and account_id = $2 and brand_id = $1`,
    [brandId, accountId],
  );
  return rows[0]!.balance;
};
