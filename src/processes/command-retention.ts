import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { Ticker } from './engine/process.ts';

export interface CommandRetentionOptions {
  readonly pool: pg.Pool;
  /** Milliseconds after a result was kept. */
  readonly retentionMs: number;
  /** Types of the commands whose results may be deleted (`is_purgeable`). */
  readonly types: readonly string[];
  /** For tests: how many rows one transaction looks at. */
  readonly batch?: number;
}

/**
 * The old rows are locked for the length of the transaction: 260 ms were measured on a busy machine when all 1 000 were
 * old.
 */
const BATCH = 1_000;
/** The rest is left to the next tick. */
const BATCHES = 5;
const EVERY_MS = 60_000;
/** The pause after the end of the table, before it is read again. */
const REST_MS = 24 * 3_600_000;

/** The search begins after this hash. */
const START = '00000000-0000-0000-0000-000000000000';

/** Two processes that run this at once share one place: the second leaves the work to the first. */
const TAKE_PLACE = 'select hash, ended_at from app.command_sweep for update skip locked';

/** Of a result as it is kept (`keptAs`). */
const TYPE = 'result ->> 0';
const POSITION = 'result ->> 1';

/**
 * Reads on in the order of the hash, over keys of every kind, and purges old results of commands. A result without a
 * position is kept: the command recorded nothing, so a search would find nothing, and the command would be decided anew.
 * Locked rows are left to the next search.
 */
export const PURGE = `
  with looked as materialized (
    select app.identity_hash(kind, scope, key) as hash, ${TYPE} as type, ${POSITION} as position,
      kind = 'command' and kept_at <= $2::text::timestamptz
        and (${POSITION}) is not null and (${TYPE}) = any ($3) as is_old
    from app.identities
    where app.identity_hash(kind, scope, key) > $1
    order by 1 limit $4
  ), old as (
    select looked.hash, looked.type, looked.position
    from looked join app.identities i on app.identity_hash(i.kind, i.scope, i.key) = looked.hash
    where looked.is_old
    for update of i skip locked
  ), purged as (
    update app.identities i set kept_at = null,
      result = format('{"run":"purged","type":%s,"position":%s}', to_json(old.type), old.position)::json
    from old where app.identity_hash(i.kind, i.scope, i.key) = old.hash
  )
  select hash, (count(*) over ())::int as count from looked order by hash desc limit 1`;

/**
 * Deletes old results of commands whose events tell the same. The claim stays, with the command's type and position: the
 * id is used up, and a repeat is searched for in the stream (see command-bus.ts). The events alone do not tell the
 * position: commands that were recorded by one append all answered the position of its last event.
 */
export const createCommandRetention = ({
  pool,
  retentionMs,
  types,
  batch = BATCH,
}: CommandRetentionOptions): Ticker => {
  const restMs = Math.min(REST_MS, retentionMs / 10);

  const isResting = (endedAt: Date | null, now: Date): boolean =>
    endedAt !== null && Math.abs(now.getTime() - endedAt.getTime()) < restMs;

  /** Whether there are more rows. */
  const purgeBatch = async (client: pg.PoolClient, now: Date): Promise<boolean> => {
    const { rows: places } = await client.query<{ hash: string; ended_at: Date | null }>(TAKE_PLACE);
    const place = places[0];
    if (!place || isResting(place.ended_at, now)) return false;
    const until = new Date(now.getTime() - retentionMs).toISOString();
    // With little statistics Postgres would sort the whole table for each batch.
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query<{ hash: string; count: number }>(PURGE, [place.hash, until, types, batch]);
    const hasMore = rows[0]?.count === batch;
    await client.query('update app.command_sweep set hash = $1, ended_at = $2', [
      ...(hasMore ? [rows[0]!.hash, null] : [START, now.toISOString()]),
    ]);
    return hasMore;
  };

  return {
    name: 'command-retention',
    everyMs: EVERY_MS,
    tick: async (now) => {
      for (let batches = 0; batches < BATCHES; batches++) {
        if (!(await inTransaction(pool, (client) => purgeBatch(client, now)))) return;
      }
    },
  };
};
