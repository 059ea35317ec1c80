import { hostname } from 'node:os';
import type pg from 'pg';
import { BACKGROUND_ANSWER_WITHIN_MS } from '../connection.ts';

export interface HeartbeatTiming {
  /** How often an owner writes its heartbeat. */
  readonly beatMs: number;
  /** A process that stands by ends an owner that was silent for this long. */
  readonly staleMs: number;
}

export const HEARTBEAT: HeartbeatTiming = { beatMs: 2_000, staleMs: 10_000 };

const BEAT = `
  insert into app.owners (name, host, process_id, backend_pid, backend_start, since, beat_at)
  select $1, $2, $3, pid, backend_start, clock_timestamp(), clock_timestamp() from pg_stat_get_activity(pg_backend_pid())
  on conflict (name) do update set host = excluded.host, process_id = excluded.process_id,
    backend_pid = excluded.backend_pid, backend_start = excluded.backend_start, beat_at = excluded.beat_at,
    since = case when (owners.backend_pid, owners.backend_start) = (excluded.backend_pid, excluded.backend_start)
      then owners.since else excluded.since end`;

export interface Heartbeat {
  /**
   * False when the last heartbeat is so old that another process may be the owner by now, as after a freeze of this
   * process.
   */
  isFresh(): boolean;
  stop(): void;
}

/**
 * Writes the owner's heartbeat over the connection that holds its lock, because nothing else waits there. `onSilence`:
 * the database has answered nothing for a minute, so the connection counts as dead.
 */
export const startHeartbeat = async (
  client: pg.ClientBase,
  name: string,
  { beatMs, staleMs }: HeartbeatTiming,
  onSilence: () => void,
): Promise<Heartbeat> => {
  let isAsking = false;
  let beatAt = performance.now();

  const beat = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const askedAt = performance.now();
    try {
      await client.query(BEAT, [name, hostname(), process.pid]);
      beatAt = askedAt;
    } catch {
      // A lost connection reports itself, and a full disk passes.
      if (performance.now() - beatAt > BACKGROUND_ANSWER_WITHIN_MS) onSilence();
    }
    isAsking = false;
  };

  await beat();
  const timer = setInterval(beat, beatMs);
  return { isFresh: () => performance.now() - beatAt < staleMs, stop: () => clearInterval(timer) };
};

export interface OwnerStatus {
  readonly name: string;
  readonly host: string;
  readonly process_id: number;
  readonly since: Date;
  /** Seconds since the last heartbeat. */
  readonly age_s: number;
  /** Whether its session exists. An owner with a session and without a heartbeat is frozen. */
  readonly present: boolean;
}

/** Every kind of work that has ever had an owner, with its last owner. */
export const readOwners = async (db: Pick<pg.Pool, 'query'>): Promise<OwnerStatus[]> => {
  const { rows } = await db.query<OwnerStatus>(`
    select o.name, o.host, o.process_id, o.since, a.pid is not null as present,
      round(greatest(0, extract(epoch from clock_timestamp() - o.beat_at)), 1)::float as age_s
    from app.owners o
    left join pg_stat_activity a on a.pid = o.backend_pid and a.backend_start = o.backend_start order by o.name`);
  return rows;
};
