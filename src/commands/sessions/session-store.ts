import type pg from 'pg';

/** A session ends so long after its last use, in milliseconds. */
export const IDLE_MS = 12 * 3_600_000;
/** And so long after its sign-in at the latest. */
export const LONGEST_MS = 30 * 86_400_000;

/** So many devices of one person: more are no person's. */
export const MOST_SESSIONS = 100;

export interface Session {
  readonly session_id: string;
  readonly account_id: number;
  readonly brand_id: string;
  /** Good while it is that of the account (`session_epoch`). */
  readonly account_epoch: number;
  readonly made_at: Date;
  readonly last_used_at: Date;
  /** What the browser calls itself. */
  readonly device: string;
}

/** Sessions as Postgres has them. Secrets are known by their hashes alone. */
export interface SessionStore {
  /** Answers the ids of the sessions that ended by it: of more than MOST_SESSIONS, those that were not used for longest. */
  add(tokenHash: string, session: Omit<Session, 'made_at' | 'last_used_at'>): Promise<string[]>;
  /** Undefined: it has ended. */
  find(tokenHash: string): Promise<Session | undefined>;
  /** Those of an account that have not ended, the one used last first. */
  list(accountId: number, epoch: number): Promise<Session[]>;
  /** Whether the session was there. */
  end(accountId: number, sessionId: string): Promise<boolean>;
  /** When accounts were last signed in, by their ids: ISO 8601 instants in UTC. */
  lastSignedIn(accountIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  used(sessionId: string): Promise<void>;
}

const COLUMNS = 'session_id, account_id, brand_id, account_epoch, made_at, last_used_at, device';
/** A clock that was set back must not make a session last longer. */
const IS_GOOD = `last_used_at between $2::timestamptz - interval '${IDLE_MS} ms' and $2::timestamptz + interval '1 hour'
  and made_at > $2::timestamptz - interval '${LONGEST_MS} ms'`;

export const createSessionStore = (pool: pg.Pool, clock: () => number): SessionStore => {
  const now = () => new Date(clock());
  return {
    add: async (tokenHash, { session_id, account_id, brand_id, account_epoch, device }) => {
      await pool.query(
        `with noted as (
           insert into app.sign_ins as it (account_id, signed_in_at) values ($3, $6)
           on conflict (account_id) do update set signed_in_at = greatest(it.signed_in_at, excluded.signed_in_at)
         )
         insert into app.sessions (token_hash, session_id, account_id, brand_id, account_epoch, made_at, last_used_at, device)
         values ($1, $2, $3, $4, $5, $6, $6, $7)`,
        [tokenHash, session_id, account_id, brand_id, account_epoch, now(), device],
      );
      const { rows } = await pool.query<{ session_id: string }>(
        `delete from app.sessions where session_id in (
           select session_id from app.sessions where account_id = $1
           order by session_id = $2 desc, last_used_at desc, made_at desc offset ${MOST_SESSIONS}
         ) returning session_id`,
        [account_id, session_id],
      );
      return rows.map((ended) => ended.session_id);
    },
    find: async (tokenHash) => {
      const { rows } = await pool.query<Session>({
        name: 'sessions.find',
        text: `select ${COLUMNS} from app.sessions where token_hash = $1 and ${IS_GOOD}`,
        values: [tokenHash, now()],
      });
      return rows[0];
    },
    list: async (accountId, epoch) => {
      const { rows } = await pool.query<Session>(
        `select ${COLUMNS} from app.sessions where account_id = $1 and ${IS_GOOD} and account_epoch = $3
         order by last_used_at desc, session_id limit ${MOST_SESSIONS}`,
        [accountId, now(), epoch],
      );
      return rows;
    },
    end: async (accountId, sessionId) => {
      const text = 'delete from app.sessions where account_id = $1 and session_id = $2';
      return (await pool.query(text, [accountId, sessionId])).rowCount === 1;
    },
    lastSignedIn: async (accountIds) => {
      const { rows } = await pool.query<{ account_id: number; signed_in_at: Date }>(
        'select account_id, signed_in_at from app.sign_ins where account_id = any ($1)',
        [accountIds],
      );
      return new Map(rows.map(({ account_id, signed_in_at }) => [account_id, signed_in_at.toISOString()]));
    },
    used: async (sessionId) => {
      const text = 'update app.sessions set last_used_at = greatest(last_used_at, $2) where session_id = $1';
      await pool.query(text, [sessionId, now()]);
    },
  };
};
