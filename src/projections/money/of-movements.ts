import type pg from 'pg';

type Queryable = Pick<pg.ClientBase, 'query'>;

/** The till shifts of these movements, cancelled or not. */
export const shiftsOfMovements = async (
  db: Queryable,
  movementIds: readonly number[],
): Promise<{ readonly shift_id: number; readonly point_id: string }[]> => {
  const { rows } = await db.query<{ shift_id: number; point_id: string }>(
    `select distinct shift_id, point_id from read.money_movements
     where register = 'shift' and id = any ($1) and shift_id is not null order by shift_id`,
    [movementIds],
  );
  return rows;
};

/** These movements as the event at this position found them, by id. It ended them. */
export const movementsEndedAt = async (
  db: Queryable,
  movementIds: readonly number[],
  position: number,
): Promise<Readonly<Record<string, unknown>>[]> => {
  const { rows } = await db.query<Record<string, unknown>>(
    'select * from read.money_movements where id = any ($1) and known_to = $2 order by id',
    [movementIds, position],
  );
  return rows;
};
