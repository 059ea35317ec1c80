import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

/**
 * Parsers of our pools only, so that a library sharing the `pg` module keeps its own.
 * int8 becomes a number (positions, money in minor units and ids all stay below 2^53; a larger one is an error, never
 * a rounded value). A date stays 'YYYY-MM-DD': pg would make it midnight in the machine's time zone, often another day.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && ours[oid]) || pg.types.getTypeParser(oid, format as 'text');
  },
};

const parseTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY as number, 'text');

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
 * Of every connection that lives long. It is made within ten seconds or not at all. Asked after ten seconds of silence, a
 * peer that is gone without a word (a power cut, a firewall that forgot) is noticed within half a minute. The system's own
 * two hours are too long for a doorbell: a revoked key would be good, and a menu old, for as long. None of that is asked
 * while something sent is not acknowledged, nor of whoever acknowledges and no more: whoever queries needs a deadline too.
 */
export const LASTING = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
} as const;

const CONNECT_WITHIN_MS = LASTING.connectionTimeoutMillis;

/**
 * What commands, claims and answers wait for at most. One connection gone silent (a proxy whose server died, a server that
 * hangs) would hold up for ever whoever has it, and everybody behind him.
 */
export const ANSWER_WITHIN_MS = 20_000;
/** For what works in the background, a statement for many: cut off too soon, it would begin again and again. */
export const BACKGROUND_ANSWER_WITHIN_MS = 60_000;
/** For reports over long periods: somebody waits for them, and nobody behind him. */
export const REPORT_WITHIN_MS = 300_000;

export interface PoolOptions {
  /** Connections at most (default 10). */
  readonly max?: number;
  /** application_name, as pg_stat_activity shows it. */
  readonly name?: string;
  /** Whether queries of one connection are sent without waiting for the answers to those before (default: they wait). */
  readonly pipeline?: boolean;
  /** Wait for an answer at most so long (default: as long as it takes), and before that for a connection, or 10 s. */
  readonly timeoutMs?: number;
  /** The server ends a transaction that hears nothing of us for so long, and lets go of its locks (default: never). */
  readonly idleInTransactionMs?: number;
}

/** A pool whose lost connections are errors of the next query, never of the process. The caller ends it. */
export function createPool(
  url: string,
  { max = 10, name = 'tillstream', pipeline = false, timeoutMs, idleInTransactionMs }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    types,
    pipeline,
    // Its time to connect bounds the wait for a free connection too: an error beats a request that hangs.
    ...LASTING,
    idleTimeoutMillis: 60_000,
    ...(timeoutMs !== undefined && {
      connectionTimeoutMillis: Math.min(timeoutMs, CONNECT_WITHIN_MS),
      query_timeout: timeoutMs,
      // The server as well, and a little sooner: of statements nobody waits for any more it would go on with any number.
      statement_timeout: timeoutMs - Math.min(1_000, Math.ceil(timeoutMs / 10)),
    }),
    ...(idleInTransactionMs !== undefined && { idle_in_transaction_session_timeout: idleInTransactionMs }),
  });
  // Two listeners, because pg emits on the pool for an idle client and on the client itself for one that is checked
  // out between two queries. Without a listener either kills the process when Postgres restarts. Nothing is hidden:
  // the pool drops the client, and whoever uses it sees its query fail.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
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
 * Also without room: of a full disk, too many connections or too little memory no query is at fault. Nor of having met
 * another at the same rows, where one of the two had to give way, or to have been broken off for the time it took; nor of a
 * server that only reads, as a standby does before it takes over.
 */
const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08...|40001|40P01|53...|57014|57P0[1-5]|25006)$/;
const AWAY_WITHOUT_CODE =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether a query may do when it is sent again: the server is away, silent, going, out of room or let another go first. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? AWAY.test(code) : AWAY_WITHOUT_CODE.test(error.message);
}
