import type pg from 'pg';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { createFiring } from '../engine/firing.ts';
import { systemEnvelope, type Ticker } from '../engine/process.ts';

/** Points that a service may hold for a cheque that is not closed. */
export interface OpenHold {
  readonly operation_id: string;
  readonly order_id: number;
  readonly brand_id: string;
  readonly point_id: string;
}

/** How long a hold may wait for its closing. */
const PATIENCE_MS = 10 * 60_000;
const EVERY_MS = 1_000;
const NAME = 'loyalty-holds';

const ADD = `
  insert into app.loyalty_holds (operation_id, order_id, brand_id, point_id, due_at) values ($1, $2, $3, $4, $5)
  on conflict (operation_id) do nothing`;

/** `now`: milliseconds. By the clock of this process: the till of an old closing may have been offline. */
export const addHold = async (db: Pick<pg.PoolClient, 'query'>, hold: OpenHold, now: number): Promise<void> => {
  const { operation_id, order_id, brand_id, point_id } = hold;
  await db.query(ADD, [operation_id, order_id, brand_id, point_id, new Date(now + PATIENCE_MS).toISOString()]);
};

export const removeHold = async (db: Pick<pg.PoolClient, 'query'>, operationId: string): Promise<void> => {
  await db.query('delete from app.loyalty_holds where operation_id = $1', [operationId]);
};

const DUE = `
  select operation_id, order_id, brand_id, point_id from app.loyalty_holds where due_at <= $1 order by due_at limit $2`;

/**
 * Gives up holds whose closing did not follow. The order decides, so two processes may do it at once: a hold that was
 * used or given up meanwhile stays as it is.
 */
export const createHoldTimers = ({
  handler,
  pool,
}: {
  readonly handler: CommandHandler;
  readonly pool: pg.Pool;
}): Ticker => {
  const fire = async (hold: OpenHold, now: Date): Promise<void> => {
    const { operation_id, order_id } = hold;
    const command = { type: 'GiveUpLoyaltyHold', operation_id, hold_id: null } as const;
    await handler.handle(orderDecider, order_id, command, systemEnvelope(NAME, now, hold));
    await removeHold(pool, operation_id);
  };
  const tick = createFiring<OpenHold>({
    due: async (now, limit) => (await pool.query<OpenHold>(DUE, [now.toISOString(), limit])).rows,
    keyOf: ({ operation_id }) => operation_id,
    fire,
  });
  return { name: NAME, everyMs: EVERY_MS, tick };
};
