import type pg from 'pg';

/**
 * The hashes of passwords, by the ids that accounts name in their streams (`credential_id`). A hash is stored before the
 * account names it: so whatever crashes, the account never names one that is not there.
 */
export interface PasswordStore {
  /** Undefined: there is none, as for an account whose invitation was not accepted. */
  find(credentialId: string): Promise<string | undefined>;
  store(password: {
    readonly credential_id: string;
    readonly account_id: number;
    readonly hash: string;
  }): Promise<void>;
  /**
   * The account has named this one: those that were made before it are deleted. One that was made later stays: a process that
   * stood still may say so long after the account has named another.
   */
  confirm(accountId: number, credentialId: string): Promise<void>;
}

/** Another request may have stored one that the account is about to name. */
const UNDERWAY = "interval '10 minutes'";

export const createPasswordStore = (pool: pg.Pool, clock: () => number): PasswordStore => ({
  find: async (credentialId) => {
    const { rows } = await pool.query<{ hash: string }>('select hash from app.passwords where credential_id = $1', [
      credentialId,
    ]);
    return rows[0]?.hash;
  },
  store: async ({ credential_id, account_id, hash }) => {
    const text = 'insert into app.passwords (credential_id, account_id, hash, made_at) values ($1, $2, $3, $4)';
    await pool.query(text, [credential_id, account_id, hash, new Date(clock())]);
  },
  confirm: async (accountId, credentialId) => {
    await pool.query(
      `with named as (update app.passwords set is_confirmed = true where credential_id = $2 returning made_at)
       delete from app.passwords
       where account_id = $1 and credential_id <> $2 and made_at <= (select made_at from named)
         and (is_confirmed or made_at < $3::timestamptz - ${UNDERWAY})`,
      [accountId, credentialId, new Date(clock())],
    );
  },
});
