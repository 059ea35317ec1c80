import type pg from 'pg';

/** When an order was placed and delivered, and for when it was promised, in milliseconds. Every fourth order has no such row. */
export const lifeOfFake = (order_id: number) => {
  if (order_id % 4 === 0) return null;
  const began_ms = Date.UTC(2026, 2, 1 + ((order_id * 7) % 34), 4, (order_id * 131) % 900, 0, (order_id * 77) % 1_000);
  const after = (minutes: number): number => began_ms + minutes * 60_000 + order_id;
  return {
    began_ms,
    promised_ms: order_id % 5 === 0 ? null : after(40),
    delivered_ms: order_id % 3 === 0 ? null : after(20 + (order_id % 45)),
  };
};

/** Such rows, for the facts that a report joins to them. */
export const writeLives = async (pool: pg.Pool, orderIds: readonly number[]): Promise<void> => {
  const lives = orderIds.flatMap((order_id) => {
    const life = lifeOfFake(order_id);
    return life ? [{ order_id, ...life }] : [];
  });
  await pool.query(
    `insert into read.orders (order_id, began_ms, promised_ms, delivered_ms)
     select * from json_to_recordset($1) as l (order_id bigint, began_ms bigint, promised_ms bigint, delivered_ms bigint)`,
    [JSON.stringify(lives)],
  );
};
