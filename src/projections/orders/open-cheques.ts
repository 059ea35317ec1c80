import type pg from 'pg';
import { OPEN_CHEQUE_STATUSES } from '../../domain/orders/status.ts';
import { NO_OPEN_CHEQUES, type OpenCheques } from '../../domain/shifts/open-cheques.ts';
import { listOrders } from './queries.ts';

/** The read models that `findOpenCheques` reads. */
export const OPEN_CHEQUES_FROM = ['orders'];

/** How many are read at a time. */
const PAGE = 500;
/** How many are named. */
const MAX_NAMED = 100;

/**
 * The cheques of a point that the till has accepted and that are open now. `at` (ISO 8601 in UTC) leaves those out that were
 * opened after it: for a till that was offline when its shift ended.
 */
export const findOpenCheques = async (
  pool: pg.Pool,
  brandId: string,
  pointId: string,
  at: string | null,
): Promise<OpenCheques> => {
  const asked = { brand_id: brandId, point_ids: [pointId], statuses: OPEN_CHEQUE_STATUSES, limit: PAGE };
  let { count, amount, cheques } = NO_OPEN_CHEQUES;
  for (let after_id = 0; ; ) {
    const page = await listOrders(pool, { ...asked, after_id });
    for (const { order_id, table_id, waiter_id, total_amount, placed_at } of page.items) {
      after_id = order_id;
      if (at !== null && Date.parse(placed_at) > Date.parse(at)) continue;
      count += 1;
      amount += total_amount;
      if (count <= MAX_NAMED) cheques = [...cheques, { order_id, table_id, waiter_id, total_amount }];
    }
    if (!page.has_more) return { count, amount, cheques };
  }
};
