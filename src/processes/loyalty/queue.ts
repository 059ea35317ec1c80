import type pg from 'pg';

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** A call that is about to be put in the queue. */
export interface NewCall {
  readonly brand_id: string;
  readonly order_id: number;
  readonly event: 'commit' | 'cancel' | 'refund';
  readonly operation_id: string;
  readonly ref_operation_id: string | null;
  readonly client_id: number | null;
  /** The log position of what it tells. */
  readonly position: number;
  readonly url: string;
  readonly body: string;
  /** ISO 8601 instant from which it is due. */
  readonly created_at: string;
}

/** The ids go up in the order of the list: the order of the calls of one cheque. */
const ENQUEUE = `
  insert into app.deliveries (id, kind, brand_id, event, event_id, position, url, body, status, created_at,
    next_attempt_at, lane, ref_event_id, client_id)
  select nextval('app.ids'), 'loyalty', n.* from (
    select brand_id, event, operation_id, position, url, body, 'pending', created_at, created_at as next_attempt_at,
      order_id, ref_operation_id, client_id
    from rows from (json_to_recordset($1) as (brand_id uuid, event text, operation_id uuid, position bigint, url text,
      body text, created_at timestamptz, order_id bigint, ref_operation_id uuid, client_id bigint))
      with ordinality
    order by ordinality
  ) n
  on conflict (event_id) do nothing`;

/** Puts calls in the queue. Those that were there before, by their operation_id, stay as they are. */
export const enqueueCalls = async (db: Queryable, calls: readonly NewCall[]): Promise<void> => {
  if (calls.length > 0) await db.query(ENQUEUE, [JSON.stringify(calls)]);
};

/** A call that was refused changed nothing, either. */
const WITHDRAWABLE = "((d.status = 'pending' and not d.is_begun) or d.reason = 'refused')";
const WITHDRAWN = "status = 'undelivered', next_attempt_at = null, reason = 'withdrawn'";

/** If the call is not in the queue yet, a row in its place keeps it out. */
const WITHDRAW = `
  insert into app.deliveries as d
    (id, kind, brand_id, event, event_id, position, url, status, created_at, reason, lane)
  values (nextval('app.ids'), 'loyalty', $1, 'commit', $2, 0, '', 'undelivered', $3, 'withdrawn', $4)
  on conflict (event_id) do update set ${WITHDRAWN} where ${WITHDRAWABLE}`;

const REASON = 'select reason from app.deliveries where event_id = $1';

/** True: the service was told nothing of the closing, and never will be. See LoyaltyService. */
export const withdrawCommit = async (
  db: Queryable,
  commit: { readonly brand_id: string; readonly order_id: number; readonly operation_id: string; readonly at: string },
): Promise<boolean> => {
  const { brand_id, order_id, operation_id, at } = commit;
  await db.query(WITHDRAW, [brand_id, operation_id, at, order_id]);
  const { rows } = await db.query<{ reason: string | null }>(REASON, [operation_id]);
  return rows[0]?.reason === 'withdrawn';
};

const WITHDRAW_KNOWN = `update app.deliveries d set ${WITHDRAWN} where event_id = $1 and ${WITHDRAWABLE}`;

/** The same for a commit that is in the queue, if it ever gets there. `unknown`: the service is to be told nothing. */
export const withdrawKnownCommit = async (
  db: Queryable,
  operationId: string,
): Promise<'withdrawn' | 'tried' | 'unknown'> => {
  await db.query(WITHDRAW_KNOWN, [operationId]);
  const { rows } = await db.query<{ reason: string | null }>(REASON, [operationId]);
  if (rows[0] === undefined) return 'unknown';
  return rows[0].reason === 'withdrawn' ? 'withdrawn' : 'tried';
};
