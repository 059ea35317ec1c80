import type pg from 'pg';
import type { HeartbeatTiming } from './heartbeat.ts';

/** A session that holds the lock of an owner. */
interface Holder {
  readonly pid: number;
  readonly backend_start: string;
  /** Its last heartbeat; null if there was none. */
  readonly beat_at: string | null;
  readonly host: string | null;
  readonly process_id: number | null;
  /** Of the last beat. */
  readonly age_ms: number | null;
  /** The database's clock. */
  readonly now_ms: number;
}

// Postgres hides the start time of other logins' sessions: those sessions are left alone.
const HOLDER = `
  select a.pid, a.backend_start::text, o.beat_at::text, o.host, o.process_id,
    extract(epoch from clock_timestamp())::float * 1000 as now_ms,
    extract(epoch from clock_timestamp() - o.beat_at)::float * 1000 as age_ms
  from pg_locks l
  join pg_database d on d.oid = l.database and d.datname = current_database()
  join pg_stat_activity a on a.pid = l.pid and a.backend_start is not null
  left join app.owners o on o.name = $2 and o.backend_pid = a.pid and o.backend_start = a.backend_start
  where l.locktype = 'advisory' and l.granted and (l.classid, l.objid, l.objsubid) = (0, $1, 1)`;

/**
 * Only if all is as it was seen. Of two processes that stand by, one comes first, and the other must not end the new
 * owner.
 */
const END_HOLDER = `
  select pg_terminate_backend(a.pid) as ended from pg_stat_activity a
  left join app.owners o on o.name = $3 and o.backend_pid = a.pid and o.backend_start = a.backend_start
  where a.pid = $1 and a.backend_start::text = $2 and o.beat_at::text is not distinct from $4`;

/**
 * Transactions that the owner left open hold locks that its successor needs. A living process never leaves one idle for
 * so long, and one whose answer is not read counts as idle.
 */
const END_LEFT_BEHIND = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and application_name = $1
    and (state like 'idle in transaction%' or wait_event = 'ClientWrite')
    and state_change < clock_timestamp() - $2 * interval '1 millisecond'`;

export interface WatchedOwner {
  readonly lock: number;
  /** The name of its heartbeats. */
  readonly name: string;
  /** application_name of its other sessions. */
  readonly sessions: string;
  readonly timing: HeartbeatTiming;
  readonly onEnded: (owner: { readonly host: string | null; readonly pid: number | null }) => void;
}

/**
 * For a process that stands by: each call checks the owner, and ends the session of a frozen one, so that its lock is
 * free. One old heartbeat proves nothing: after a pause of the database, or of this process, every heartbeat is old. So
 * the owner must be seen silent at one check after another.
 */
export const watchOwner = (client: pg.ClientBase, owner: WatchedOwner): (() => Promise<void>) => {
  const { lock, name, sessions, timing, onEnded } = owner;
  let seen: { readonly sign: string; readonly since: number; readonly last: number } | undefined;

  return async () => {
    const { rows } = await client.query<Holder>(HOLDER, [lock, name]);
    const holder = rows[0];
    if (!holder) {
      seen = undefined;
      return;
    }
    const { pid, backend_start, beat_at, age_ms, now_ms } = holder;
    const sign = `${pid} ${backend_start} ${beat_at}`;
    const isSame = seen?.sign === sign && now_ms - seen.last <= 3 * timing.beatMs;
    seen = { sign, since: isSame ? seen!.since : now_ms, last: now_ms };
    const watched = now_ms - seen.since;
    // An owner without any heartbeat may have been frozen when it got the lock. It has to be watched for the whole
    // time.
    const isStale = age_ms === null ? watched >= timing.staleMs : age_ms >= timing.staleMs;
    if (!isStale || watched < timing.staleMs - 2 * timing.beatMs) return;
    const { rows: ended } = await client.query<{ ended: boolean }>(END_HOLDER, [pid, backend_start, name, beat_at]);
    await client.query(END_LEFT_BEHIND, [sessions, timing.staleMs / 2]);
    if (ended[0]?.ended) onEnded({ host: holder.host, pid: holder.process_id });
  };
};
