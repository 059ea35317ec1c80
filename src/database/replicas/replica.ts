import type pg from 'pg';
import { ANSWER_WITHIN_MS, BACKGROUND_ANSWER_WITHIN_MS, createPool, REPORT_WITHIN_MS } from '../connection.ts';
import { INSUFFICIENT_PRIVILEGE, UNDEFINED_FUNCTION, UNKNOWN_DATABASE } from '../sqlstate.ts';
import { codeOf } from '../thrown.ts';
import { createLag } from './lag.ts';
import type { PrimaryPosition } from './primary-position.ts';

/** What a replica is read for: each use has connections of its own, so that none waits behind another. */
export type Use = 'pages' | 'reports' | 'searches';

export interface ReplicaStatus {
  /** Host and port, as the setting has them. */
  readonly name: string;
  readonly in_use: boolean;
  /** Why it is left out; null: it is in use. */
  readonly left_out: string | null;
  /** Behind the primary; null: nobody knows. */
  readonly lag_ms: number | null;
  readonly lag_bytes: number | null;
}

export interface Replica {
  readonly name: string;
  readonly pools: Readonly<Record<Use, pg.Pool>>;
  /** Cancels statements there. */
  readonly cancelPool: pg.Pool;
  isInUse(): boolean;
  /** Nobody reads from it until a look finds it well. */
  leaveOut(reason: string): void;
  /** Looks at it, and takes it back or leaves it out. `primary` is asked again where it matters. */
  look(primary: PrimaryPosition, askAgain: () => Promise<PrimaryPosition>): Promise<void>;
  status(): ReplicaStatus;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly url: string;
  /** The id of the primary's cluster of files; null: the primary does not tell. */
  readonly systemOf: () => string | null;
  /** It is read, or is not, or for another reason. */
  readonly onChange: (status: ReplicaStatus) => void;
  readonly now?: () => number;
}

/** Connections for each use, and how long an answer may take: as at the primary. */
const USES: Readonly<Record<Use, { readonly max: number; readonly timeoutMs: number }>> = {
  pages: { max: 10, timeoutMs: ANSWER_WITHIN_MS },
  reports: { max: 4, timeoutMs: REPORT_WITHIN_MS },
  searches: { max: 4, timeoutMs: BACKGROUND_ANSWER_WITHIN_MS },
};
/** One for all of them: each name is a series of the metrics. */
export const POOL_NAME = 'tillstream replica';
const CONNECT_WITHIN_MS = 1_000;
const LOOK_WITHIN_MS = 500;
/** After so long without a word, readings that are under way are broken off: the primary answers them. */
const SILENT_AFTER_MS = 2_000;
/** A replica that is further behind is left out. */
const MOST_LAG_MS = 1_000;

const LOOK = `select pg_is_in_recovery() as is_replica,
  (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::int8 as replayed,
  (select system_identifier::text from pg_control_system()) as system,
  (select timeline_id from pg_control_checkpoint()) as timeline`;
/** For servers that keep the rest to their administrators. */
const SHORT_LOOK = `select pg_is_in_recovery() as is_replica,
  (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::int8 as replayed, null as system, null as timeline`;

interface Seen {
  readonly is_replica: boolean;
  readonly replayed: number | null;
  readonly system: string | null;
  readonly timeline: number | null;
}

export const createReplica = ({ url, systemOf, onChange, now = () => performance.now() }: ReplicaOptions): Replica => {
  const name = new URL(url).host;
  const clients = new Set<pg.PoolClient>();
  const open = (use: Use): pg.Pool => {
    const { max, timeoutMs } = USES[use];
    const pool = createPool(url, {
      max,
      timeoutMs,
      name: POOL_NAME,
      connectWithinMs: CONNECT_WITHIN_MS,
    });
    pool.on('connect', (client) => void clients.add(client));
    pool.on('remove', (client) => void clients.delete(client));
    return pool;
  };
  const pools = { pages: open('pages'), reports: open('reports'), searches: open('searches') };
  const control = createPool(url, { max: 2, timeoutMs: LOOK_WITHIN_MS, name: POOL_NAME });
  const lag = createLag();
  let leftOut: string | null = 'it was not looked at yet';
  let seen: { readonly lagMs: number; readonly lagBytes: number } | undefined;
  let heardAt = now();
  let isShort = false;

  const status = (): ReplicaStatus => ({
    name,
    in_use: leftOut === null,
    left_out: leftOut,
    lag_ms: seen ? Math.round(seen.lagMs) : null,
    lag_bytes: seen?.lagBytes ?? null,
  });

  const become = (reason: string | null): void => {
    const hasChanged = leftOut !== reason;
    leftOut = reason;
    if (hasChanged) onChange(status());
  };

  const ask = async (): Promise<Seen> => {
    try {
      return (await control.query<Seen>(isShort ? SHORT_LOOK : LOOK)).rows[0]!;
    } catch (error) {
      if (isShort || !isNotAllowed(error)) throw error;
      isShort = true;
      return ask();
    }
  };

  /** Undefined: all is well. */
  const faultOf = async (
    { is_replica, replayed, system, timeline }: Seen,
    primary: PrimaryPosition,
    askAgain: () => Promise<PrimaryPosition>,
  ): Promise<string | undefined> => {
    if (!is_replica || replayed === null) return 'it is no replica: it takes writes itself';
    const known = systemOf();
    if (known !== null && system !== null && known !== system) return 'it is a replica of another server';
    if (timeline !== null && timeline !== primary.timeline) return 'it follows another history than the primary has';
    // The primary has gone on since it was asked: so it is asked again.
    if (replayed > primary.written && replayed > (await askAgain()).written) return 'it has what the primary has not';
    lag.note(now(), primary.written);
    seen = { lagMs: lag.of(now(), replayed), lagBytes: Math.max(0, primary.written - replayed) };
    if (seen.lagMs > MOST_LAG_MS) return LAGS;
    return leftOut !== null && !lag.isNear(replayed) ? LAGS : undefined;
  };

  return {
    name,
    pools,
    cancelPool: control,
    isInUse: () => leftOut === null,
    leaveOut: become,
    look: async (primary, askAgain) => {
      let answer: Seen;
      try {
        answer = await ask();
        heardAt = now();
      } catch (error) {
        seen = undefined;
        become(whyNoAnswer(error));
        if (now() - heardAt > SILENT_AFTER_MS) for (const client of clients) breakOff(client);
        return;
      }
      become((await faultOf(answer, primary, askAgain)) ?? null);
    },
    status,
    close: async () => {
      for (const client of clients) breakOff(client);
      await Promise.all([control, ...Object.values(pools)].map((pool) => pool.end()));
    },
  };
};

/** Why a replica is left out that does not keep up. */
export const LAGS = 'it lags behind the primary';
export const NO_ANSWER = 'it does not answer';

/** An operator mends a login elsewhere than a server that is gone. */
const whyNoAnswer = (error: unknown): string => {
  const code = String(codeOf(error));
  if (code.startsWith('28')) return 'it refuses our user or password';
  return code === UNKNOWN_DATABASE ? 'it has no database of that name' : NO_ANSWER;
};

/** Its query fails, and the pool makes another one. */
const breakOff = (client: pg.PoolClient): void => {
  (
    client as pg.PoolClient & { readonly connection: { readonly stream: { destroy(): void } } }
  ).connection.stream.destroy();
};

const isNotAllowed = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === INSUFFICIENT_PRIVILEGE || code === UNDEFINED_FUNCTION;
};
