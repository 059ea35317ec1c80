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
const EVERY_MS = 5_000;
const NAME = 'loyalty-holds';

const ADD = `
  insert into app.loyalty_holds (operation_id, order_id, brand_id, point_id, due_at)
  select * from json_to_recordset($1) as n (operation_id uuid, order_id bigint, brand_id uuid, point_id uuid,
    due_at timestamptz)
  on conflict (operation_id) do nothing`;
const REMOVE = 'delete from app.loyalty_holds where operation_id = any($1)';

/** The changes of many events, written together: most holds are used at once, and never become a row. */
export const createHoldChanges = () => {
  const changes = new Map<string, (OpenHold & { readonly due_at: string }) | null>();
  return {
    /** `now`: milliseconds, by the clock of this process: the till of an old closing may have been offline. */
    add: (hold: OpenHold, now: number): void => {
      changes.set(hold.operation_id, { ...hold, due_at: new Date(now + PATIENCE_MS).toISOString() });
    },
    remove: (operationId: string): void => {
      changes.set(operationId, null);
    },
    flush: async (tx: Pick<pg.PoolClient, 'query'>): Promise<void> => {
      const added = [...changes.values()].filter((hold) => hold !== null);
      const removed = [...changes].filter(([, hold]) => hold === null).map(([operationId]) => operationId);
      if (removed.length > 0) await tx.query(REMOVE, [removed]);
      if (added.length > 0) await tx.query(ADD, [JSON.stringify(added)]);
      changes.clear();
    },
  };
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
    await pool.query(REMOVE, [[operation_id]]);
  };
  const tick = createFiring<OpenHold>({
    due: async (now, limit) => (await pool.query<OpenHold>(DUE, [now.toISOString(), limit])).rows,
    keyOf: ({ operation_id }) => operation_id,
    fire,
  });
  return { name: NAME, everyMs: EVERY_MS, tick };
};
