import type pg from 'pg';

const ORDERS = `
  select distinct o.order_id from read.orders o join read.order_events e using (order_id)
  where o.client_id = $1 and o.brand_id = $2 and e.personal is not null
  order by o.order_id`;

const RESERVATIONS = `
  select reservation_id from read.reservations
  where brand_id = $1 and personal is not null and changed_position > $3
    and (reservation #>> '{personal,client_id}')::bigint = $2`;

/** What the read models still show of a client who was erased at the position. */
export const lateTraces = async (
  pool: pg.Pool,
  brandId: string,
  clientId: number,
  position: number,
): Promise<{ readonly order_ids: number[]; readonly reservation_ids: string[] }> => {
  const orders = await pool.query<{ order_id: number }>(ORDERS, [clientId, brandId]);
  const reservations = await pool.query<{ reservation_id: string }>(RESERVATIONS, [brandId, clientId, position]);
  return {
    order_ids: orders.rows.map(({ order_id }) => order_id),
    reservation_ids: reservations.rows.map(({ reservation_id }) => reservation_id),
  };
};
