import type pg from 'pg';
import type { KeyedHash } from '../clients/client-key.ts';

/** An address is known for so long after a sign-in from there, in milliseconds. */
export const KNOWN_MS = 30 * 86_400_000;

/** The addresses from which accounts have signed in. */
export interface KnownAddresses {
  /** Asks in the same way if there is no such account, so that an answer takes alike. */
  has(accountId: number | undefined, address: string): Promise<boolean>;
  note(accountId: number, address: string): Promise<void>;
}

/** No account has this id. */
const NOBODY = 0;

export const createKnownAddresses = (pool: pg.Pool, hash: KeyedHash, clock: () => number): KnownAddresses => {
  const hashOf = (address: string): string => hash(`address ${address}`);
  return {
    has: async (accountId = NOBODY, address) => {
      const { rowCount } = await pool.query(
        'select from app.known_addresses where account_id = $1 and address_hash = $2 and seen_at > $3',
        [accountId, hashOf(address), new Date(clock() - KNOWN_MS)],
      );
      return rowCount === 1;
    },
    note: async (accountId, address) => {
      await pool.query(
        `insert into app.known_addresses as it (account_id, address_hash, seen_at) values ($1, $2, $3)
         on conflict (account_id, address_hash) do update set seen_at = greatest(it.seen_at, excluded.seen_at)`,
        [accountId, hashOf(address), new Date(clock())],
      );
    },
  };
};
