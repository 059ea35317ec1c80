import type pg from 'pg';

/** The till shifts in which items of this order were removed. */
export const shiftsOfRemovedItems = async (
  db: Pick<pg.ClientBase, 'query'>,
  orderId: number,
): Promise<{ readonly shift_id: number; readonly point_id: string }[]> => {
  const { rows } = await db.query<{ shift_id: number; point_id: string }>(
    `select distinct shift_id, point_id from read.removed_items
     where order_id = $1 and shift_id is not null order by shift_id`,
    [orderId],
  );
  return rows;
};
