import pg from 'pg';
import { Client, type ClientOptions } from './client.ts';
import { codeOf } from './thrown.ts';

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY: number = 1009;

/**
 * Parsers for our pools only, so that a library that uses the same `pg` module keeps its own. int8 becomes a number
 * (positions, money in minor units and ids all stay below 2^53; a larger one is an error, never a rounded value). A
 * date stays 'YYYY-MM-DD': pg would make it midnight in the machine's time zone, often another day.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && ours[oid]) || pg.types.getTypeParser(oid, format as 'text');
  },
};

const parseTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY, 'text');

const ours: Record<number, (text: string) => unknown> = {
  [INT8]: parseInt8,
  [INT8_ARRAY]: (text) => parseTexts(text).map((item) => (item === null ? null : parseInt8(item))),
  [DATE]: (text) => text,
  [DATE_ARRAY]: parseTexts,
};

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint beyond 2^53 came from the database');
  return value;
}

/**
 * For every connection that lives long. It is made within ten seconds or not at all (a pool may say another time). After
 * ten seconds of silence the system asks the other side, so that a side that is gone without a word (a power cut, a
 * firewall that forgot) is noticed within half a minute. The system's default of two hours is too long for notifications: a revoked key would be
 * good, and a menu old, for that long. The system does not ask while something sent is not acknowledged, and it does
 * not notice a side that only acknowledges. So queries need a deadline too.
 */
export const LASTING = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
} as const;

const CONNECT_WITHIN_MS = LASTING.connectionTimeoutMillis;

/**
 * How long commands, claims and answers wait at most. A silent connection (a proxy whose server died, a server that
 * hangs) would otherwise block its caller for ever, and everybody who waits behind that caller.
 */
export const ANSWER_WITHIN_MS = 20_000;
/** For background work, where one statement does much: if it were cut off too soon, it would begin again and again. */
export const BACKGROUND_ANSWER_WITHIN_MS = 60_000;
/** For reports over long periods: a caller waits for them, but no other caller waits behind it. */
export const REPORT_WITHIN_MS = 70_000;

export interface PoolOptions {
  /** The most connections (default 10). */
  readonly max?: number;
  /** application_name, as pg_stat_activity shows it. */
  readonly name?: string;
  /** Whether queries of one connection are sent without waiting for the answers to those before (default: they wait). */
  readonly pipeline?: boolean;
  /**
   * How long to wait for an answer at most (default: as long as it takes). The wait for a connection before that has
   * the same limit, or 10 s.
   */
  readonly timeoutMs?: number;
  /** How long a connection may take to open (default: 10 s). It also bounds the wait for a free one. */
  readonly connectWithinMs?: number;
  /**
   * After so long without a statement from us, the server ends an open transaction and frees its locks (default:
   * never).
   */
  readonly idleInTransactionMs?: number;
}

/** The address with settings for the sessions behind it, such as ` -c name=value`. Options in the address are kept. */
export const withSettings = (url: string, settings: string): string => {
  const address = new URL(url);
  const given = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${given}${settings}`.trim());
  return address.href;
};

export interface PoolUse {
  readonly name: string;
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

const pools = new Set<pg.Pool>();

/** How the pools of this process are used; those of one name as one. */
export const poolsInUse = (): readonly PoolUse[] => {
  const uses = new Map<string, PoolUse>();
  for (const pool of pools) {
    if (pool.ended || pool.ending) {
      pools.delete(pool);
      continue;
    }
    const name = pool.options.application_name ?? '';
    const before = uses.get(name);
    uses.set(name, {
      name,
      busy: (before?.busy ?? 0) + pool.totalCount - pool.idleCount,
      idle: (before?.idle ?? 0) + pool.idleCount,
      waiting: (before?.waiting ?? 0) + pool.waitingCount,
    });
  }
  return [...uses.values()];
};

/** A pool in which a lost connection is an error of the next query, never of the process. The caller ends the pool. */
export function createPool(
  url: string,
  {
    max = 10,
    name = 'tillstream',
    pipeline = false,
    timeoutMs,
    connectWithinMs = CONNECT_WITHIN_MS,
    idleInTransactionMs,
  }: PoolOptions = {},
): pg.Pool {
  const options: pg.PoolConfig & ClientOptions = {
    Client,
    answerWithinMs: timeoutMs,
    connectionString: url,
    max,
    application_name: name,
    types,
    pipeline,
    // The time to connect also bounds the wait for a free connection: an error is better than a request that hangs.
    ...LASTING,
    connectionTimeoutMillis: Math.min(timeoutMs ?? connectWithinMs, connectWithinMs),
    idleTimeoutMillis: 60_000,
    ...(timeoutMs !== undefined && {
      // The server has the limit of a query, a little shorter. Otherwise it would go on with any number of statements
      // whose callers have left.
      statement_timeout: timeoutMs - Math.min(1_000, Math.ceil(timeoutMs / 10)),
    }),
    ...(idleInTransactionMs !== undefined && { idle_in_transaction_session_timeout: idleInTransactionMs }),
  };
  const pool = new pg.Pool(options);
  pools.add(pool);
  // Two listeners, because pg emits on the pool for an idle client and on the client itself for one that is checked out
  // between two queries. Without a listener either kills the process when Postgres restarts. Nothing is hidden: the
  // pool drops the client, and its user sees the query fail.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/**
 * Refuses a server that acknowledges a commit before it is on disk: an accepted order could vanish in a power cut.
 * @throws Error naming the setting.
 */
export async function assertDurable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name in ('fsync', 'synchronous_commit') and setting = 'off' order by name`,
  );
  if (rows.length === 0) return;
  const names = rows.map((row) => row.name).join(' and ');
  throw new Error(`the database server has ${names} off, so what it confirms can still be lost: turn it on`);
}

/**
 * Errors that are not the query's fault: the server is away, or lacks disk, connections or memory; two transactions met
 * at the same rows and one had to give way; the statement took too long; or the server only reads, as a standby does
 * before it takes over.
 */
const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08...|40001|40P01|53...|57014|57P0[1-5]|25006)$/;
const AWAY_WITHOUT_CODE =
  /^(Connection terminated|Query read timeout|timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * Whether the same query may succeed when it is sent again: the server is away, silent, stopping, out of room, or
 * preferred another transaction.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return typeof code === 'string' ? AWAY.test(code) : AWAY_WITHOUT_CODE.test(error.message);
}
