import type pg from 'pg';
import { isDoneWithin } from '../../concurrency/is-done-within.ts';
import { sleepFor } from '../../concurrency/sleep.ts';
import { createPool, isDatabaseAway, withSettings } from '../connection.ts';
import { codeOf } from '../thrown.ts';
import { createAskPrimary } from './primary-position.ts';
import { createReplica, LAGS, NO_ANSWER, POOL_NAME, type Replica, type ReplicaStatus, type Use } from './replica.ts';

export type { ReplicaStatus } from './replica.ts';

/** A connection to read from. The reader releases it. */
export interface Lease {
  readonly client: pg.PoolClient;
  /** Cancels the client's statements: a pool of the same server. */
  readonly cancelPool: pg.Pool;
  /** `broken`: nobody uses this connection again. */
  release(broken?: boolean): void;
}

/** Who answered a reading: a replica; or the primary, because none was in use, because the one that was asked had not in time what the
 * primary had, or because it failed under way. */
export type AnsweredBy = 'replica' | 'none_in_use' | 'too_late' | 'failed';

export interface Replicas {
  /** Whether there are any. */
  readonly isAny: boolean;
  /**
   * Reads on a replica that has all that the primary had when this was called. If none has it within 200 ms, or the replica
   * fails meanwhile, the primary is read: so a reading may be begun twice, and must change nothing.
   */
  read<T>(
    use: Use,
    onReplica: (lease: Lease) => Promise<T>,
    onPrimary: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  status(): ReplicaStatus[];
  close(): Promise<void>;
}

export interface ReplicasOptions {
  readonly urls: readonly string[];
  readonly primaryUrl: string;
  readonly onAnswered?: (by: AnsweredBy) => void;
  readonly log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

/** How long a reading waits for a replica at most. */
const WAIT_MS = 200;
const LOOK_EVERY_MS = 250;
const SYSTEM = 'select system_identifier::text as system from pg_control_system()';
/** A replica gives way to what it replays, by ending what reads there: that is no fault of its own. */
const GAVE_WAY = new Set(['40001', '40P01', '25006']);

const REPLAYED = {
  name: 'replicas.replayed',
  text: `select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::int8 as replayed`,
};

export const openReplicas = ({ urls, primaryUrl, log, onAnswered = () => {} }: ReplicasOptions): Replicas => {
  if (urls.length === 0) return none;
  // Its commits wait for no replica, whatever the server's setting is.
  const pool = createPool(withSettings(primaryUrl, ' -c synchronous_commit=local'), {
    max: 2,
    name: POOL_NAME,
    timeoutMs: 2_000,
  });
  const askPrimary = createAskPrimary(pool);
  let system: string | null = null;
  const replicas = urls.map((url) =>
    createReplica({
      url,
      systemOf: () => system,
      onChange: ({ name, left_out }) => {
        if (left_out === null) log.info({ replica: name }, 'the replica is read');
        else
          log.warn(
            { replica: name, reason: left_out },
            'the replica is left out: other replicas and the primary are read',
          );
      },
    }),
  );
  const closing = new AbortController();
  let turn = 0;

  const lookAtAll = async (): Promise<void> => {
    system ??= (await pool.query<{ system: string }>(SYSTEM).catch(() => undefined))?.rows[0]?.system ?? null;
    const primary = await askPrimary();
    await Promise.all(replicas.map((replica) => replica.look(primary, askPrimary)));
  };

  const watch = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      // A primary that is away says nothing about replicas.
      await lookAtAll().catch(() => {});
      await sleepFor(LOOK_EVERY_MS, closing.signal);
    }
  };
  const watching = watch();

  const choose = (): Replica | undefined => {
    const inUse = replicas.filter((replica) => replica.isInUse());
    turn = (turn + 1) % Math.max(1, inUse.length);
    return inUse[turn];
  };

  /** Undefined: the primary must answer. */
  const take = async (use: Use): Promise<(Lease & { readonly replica: Replica }) | undefined> => {
    const replica = choose();
    if (!replica) {
      onAnswered('none_in_use');
      return undefined;
    }
    const ended = new AbortController();
    // A primary that does not answer says nothing about the replica.
    let isKnown = false;
    const asked = askPrimary().then(({ written }) => {
      isKnown = true;
      return written;
    });
    let fault: string | undefined = LAGS;
    const leasing = lease(replica, use, asked, ended.signal);
    leasing.catch((error: unknown) => {
      fault = error instanceof ReplicaFailed ? NO_ANSWER : undefined;
    });
    if (await isDoneWithin(WAIT_MS, leasing)) return leasing;
    ended.abort();
    onAnswered('too_late');
    if (isKnown && fault !== undefined) replica.leaveOut(fault);
    leasing.then(
      ({ release }) => release(),
      () => {},
    );
    return undefined;
  };

  return {
    isAny: true,
    read: async (use, onReplica, onPrimary, signal) => {
      const taken = await take(use);
      if (!taken) return onPrimary();
      try {
        const answer = await onReplica(taken);
        onAnswered('replica');
        return answer;
      } catch (error) {
        if (signal?.aborted || !isDatabaseAway(error) || codeOf(error) === QUERY_CANCELED) throw error;
        if (!GAVE_WAY.has(String(codeOf(error)))) taken.replica.leaveOut(NO_ANSWER);
        onAnswered('failed');
        return onPrimary();
      }
    },
    status: () => replicas.map((replica) => replica.status()),
    close: async () => {
      closing.abort();
      await watching;
      await Promise.all([pool.end(), ...replicas.map((replica) => replica.close())]);
    },
  };
};

const QUERY_CANCELED = '57014';

/** What a replica was asked failed there. */
class ReplicaFailed extends Error {}

/** Positions that this connection's server has replayed. Another connection may lead to one that was started anew since. */
const replayedOf = new WeakMap<pg.PoolClient, number>();
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 8;

/** A connection to the replica, as soon as the replica has what was `written` at the primary. */
const lease = async (
  replica: Replica,
  use: Use,
  asked: Promise<number>,
  signal: AbortSignal,
): Promise<Lease & { readonly replica: Replica }> => {
  const connecting = replica.pools[use].connect();
  const [position, connected] = await Promise.allSettled([asked, connecting]);
  if (connected.status === 'rejected') throw new ReplicaFailed('no connection', { cause: connected.reason });
  const client = connected.value;
  let isReleased = false;
  const release = (broken = false): void => {
    if (!isReleased) client.release(broken);
    isReleased = true;
  };
  if (position.status === 'rejected') {
    release();
    throw position.reason;
  }
  try {
    await replayedTo(client, position.value, signal);
  } catch (cause) {
    release(true);
    throw new ReplicaFailed('no answer', { cause });
  }
  return { client, cancelPool: replica.cancelPool, release, replica };
};

const replayedTo = async (client: pg.PoolClient, position: number, signal: AbortSignal): Promise<void> => {
  for (
    let pause = FIRST_PAUSE_MS;
    (replayedOf.get(client) ?? 0) < position;
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  ) {
    signal.throwIfAborted();
    const { rows } = await client.query<{ replayed: number | null }>(REPLAYED);
    const { replayed } = rows[0]!;
    // It has become a primary.
    if (replayed === null) throw new Error('it is no replica any more');
    replayedOf.set(client, replayed);
    if (replayed < position) await sleepFor(pause, signal);
  }
};

const none: Replicas = {
  isAny: false,
  read: (_use, _onReplica, onPrimary) => onPrimary(),
  status: () => [],
  close: async () => {},
};
