import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';

/** The lock of log.append: nothing is recorded while it is held. */
const APPEND_LOCK = 8451001;

export interface SwapOptions {
  /** Also if checkpoints of the tree were signed: they are deleted, and prove nothing any more. */
  readonly discardCheckpoints: boolean;
}

/** Other processes of Tillstream, which would go on with what they know of the old log. This one listens as well. */
const OTHERS = `
  select count(*) as others from pg_stat_activity
  where datname = current_database() and application_name like 'tillstream%' and application_name not in ('tillstream-seal', 'tillstream-listen')`;

/** @throws Error of one line for a person, if the app runs */
export const requireStopped = async (pool: Pick<pg.Pool, 'query'>): Promise<void> => {
  const { rows } = await pool.query<{ others: number }>(OTHERS);
  if (rows[0]!.others > 0) throw new Error('stop every Tillstream process first: the log is written anew');
};

/** @throws Error of one line for a person, if the tree over the log was signed and `discardCheckpoints` was not given */
export const requireUnsigned = async (db: Pick<pg.Pool, 'query'>, options: SwapOptions): Promise<void> => {
  if (options.discardCheckpoints) return;
  const { rows } = await db.query('select size from app.tree_checkpoints limit 1');
  if (rows.length > 0) {
    throw new Error(
      'checkpoints of the log were signed, and a log that is written anew does not fit them: --discard-checkpoints deletes them',
    );
  }
};

const SWAP = `
  alter table log.events rename to events_plain;
  alter index log.events_pkey rename to events_plain_pkey;
  alter index log.events_stream_revision rename to events_plain_stream_revision;
  alter table log.events_sealed rename to events;
  alter index log.events_sealed_pkey rename to events_pkey;
  alter index log.events_sealed_stream_revision_key rename to events_stream_revision;
  create trigger append_only before update or delete or truncate on log.events
    for each statement execute function log.refuse_change();
  alter table log.events enable always trigger append_only`;

/** The tree over the log begins anew, under another name: it is of another log. */
const RESET_TREE = `
  alter table app.tree_checkpoints disable trigger append_only;
  delete from app.tree_checkpoints;
  alter table app.tree_checkpoints enable always trigger append_only;
  delete from app.tree_witness_calls;
  delete from app.tree_tiles;
  update app.tree_head set log_id = gen_random_uuid(), size = 0, position = 0, root = sha256(''), signed_size = 0, signed_count = 0`;

/** Puts the copy in the place of the log, which stays as log.events_plain. All of it, or nothing. */
export const swapLogs = (pool: pg.Pool, options: SwapOptions): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [APPEND_LOCK]);
    await requireStopped(tx);
    await requireUnsigned(tx, options);
    const { rows } = await tx.query<{ same: boolean }>(
      `select (select coalesce(max(position), 0) from log.events) = (select coalesce(max(position), 0) from log.events_sealed) as same`,
    );
    if (!rows[0]!.same) throw new Error('something was recorded meanwhile: run this again');
    await tx.query(SWAP);
    await tx.query(RESET_TREE);
  });

/** The log as it was before it was sealed, if it is still there. Answers whether it was. */
export const dropPlainLog = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query("select to_regclass('log.events_plain') as plain");
  await pool.query('drop table if exists log.events_plain');
  return rows[0].plain !== null;
};

/** What a run that found nothing to seal has left. */
export const dropCopy = async (pool: pg.Pool): Promise<void> => {
  await pool.query('drop table if exists log.events_sealed');
};
