import type pg from 'pg';
import { phoneDigits } from '../../domain/loyalty/calls.ts';

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** The tables that erasures delete from. Their files keep deleted rows until they are vacuumed, and parts of them after it: docs/operations.md. */
export const VACUUMED: readonly string[] = [
  ...['app.deliveries', 'app.identities', 'app.phone_codes', 'app.snapshots', 'app.kept_snapshots', 'app.subject_keys'],
  ...[
    'read.order_events',
    'read.reservations',
    'read.employees',
    'read.people',
    'read.clients',
    'read.client_addresses',
    'read.names',
    'read.till_shifts',
    'read.accruals',
    'read.salary_payments',
    'read.money_movements',
    'read.removed_items',
    'read.adjustments',
    'read.attendance_shifts',
  ],
];

/** Notes an erasure. False: it was noted before. */
export const noteErasure = async (db: Queryable, position: number, at: Date): Promise<boolean> => {
  const text = 'insert into app.erasures (position, erased_at) values ($1, $2) on conflict do nothing';
  return (await db.query(text, [position, at])).rowCount === 1;
};

/** Erasures that are old enough, and that all read models, and the followers that put calls in the queue, have passed. */
export const dueErasures = async (db: Queryable, until: Date, limit: number): Promise<number[]> => {
  const { rows } = await db.query<{ position: number }>(
    `select position from app.erasures
     where settled_at is null and erased_at <= $1
       and position <= (select min(position) from app.checkpoints)
       and position <= (
         select min(position) from app.process_checkpoints where process in ('webhooks', 'loyalty', 'erasures')
       )
     order by position limit $2`,
    [until, limit],
  );
  return rows.map(({ position }) => position);
};

const SETTLE = `
  with settled as (update app.erasures set settled_at = $2 where position = $1)
  insert into app.due_vacuums (table_name) select unnest($3::text[])`;

/** The tables are vacuumed from here on, also if this process dies now. */
export const settleErasure = async (db: Queryable, position: number, at: Date): Promise<void> => {
  await db.query(SETTLE, [position, at, VACUUMED]);
};

const WITHOUT_BODY = `
  update app.deliveries d
  set body = null, message = null,
    next_attempt_at = null,
    status = case when d.status = 'pending' then 'undelivered' else d.status end,
    reason = case when d.status = 'pending' then 'erased' else d.reason end
  where d.brand_id = $1 and (d.body is not null or d.message is not null)`;

/**
 * Calls that tell of these reservations or name this employee, and calls of these orders and cheques that name the guest. Each
 * part says what its index leaves out: if one has no index, Postgres reads the calls of years.
 */
export const BODIES = `${WITHOUT_BODY} and (
    (d.kind = 'webhook' and d.position = any($2) and d.lane is null and d.body is not null)
    or (d.kind = 'webhook' and d.lane = any($3))
    or (d.kind = 'loyalty' and d.lane = any($3) and d.event in ('commit', 'refund'))
    or (d.body is not null and d.employee_ids @> array[$4]::bigint[])
  )`;

/** Of cheques of no client of ours, whose guest the loyalty service knows by the phone. */
export const BODIES_WITH = `${WITHOUT_BODY} and d.kind = 'loyalty' and d.event in ('commit', 'refund') and d.body like any($2)`;

export const forgetBodies = async (
  db: Queryable,
  brandId: string,
  positions: readonly number[],
  orderIds: readonly number[],
  phones: readonly string[],
  /** Null: it is no employee who was erased. */
  employeeId: number | null,
): Promise<void> => {
  await db.query(BODIES, [brandId, positions, orderIds, employeeId]);
  if (phones.length === 0) return;
  await db.query(BODIES_WITH, [brandId, phones.map((phone) => `%"${phoneDigits(phone)}"%`)]);
};

export const forgetPhoneCodes = async (db: Queryable, brandId: string, phones: readonly string[]): Promise<void> => {
  await db.query('delete from app.phone_codes where brand_id = $1 and phone = any($2)', [brandId, phones]);
};

/**
 * Until the transaction ends, audits keep no snapshots. They find then that somebody was erased, and do not keep what they
 * read before.
 */
export const holdSnapshots = async (tx: Queryable): Promise<void> => {
  await tx.query('select from app.key_generation for update');
};

/** A book is kept whole: only the states of then hold the reservation. */
const SNAPSHOTS = (table: string) => `
  delete from ${table} s
  where s.stream = any($1) or (s.stream = any($2) and exists (
    select from unnest($3::text[]) as r (id) where s.state::text like '%"reservation_id":"' || r.id || '"%'
  ))`;

export const forgetSnapshots = async (
  db: Queryable,
  streams: readonly string[],
  books: readonly string[],
  reservationIds: readonly string[],
): Promise<void> => {
  for (const table of ['app.snapshots', 'app.kept_snapshots']) {
    await db.query(SNAPSHOTS(table), [streams, books, reservationIds]);
  }
};
