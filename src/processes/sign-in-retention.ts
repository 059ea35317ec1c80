import type pg from 'pg';
import { forgetChanges } from '../commands/keys/key-changes.ts';
import { KNOWN_MS } from '../commands/sessions/known-addresses.ts';
import { IDLE_MS, LONGEST_MS } from '../commands/sessions/session-store.ts';
import type { Ticker } from './engine/process.ts';

const EVERY_MS = 3_600_000;
/** A process whose clock is ahead must end no session of the others. */
const MARGIN_MS = 24 * 3_600_000;
/** Some hundred kilobytes. A process that has missed more drops all that it keeps in memory, and reads it anew. */
const CHANGES_KEPT = 10_000;

/**
 * Deletes sessions that have ended, addresses that are known no more, and changes of keys, accounts and sessions that every
 * process has long heard of: so the tables stay as large as what is in use.
 */
export const createSignInRetention = (pool: pg.Pool): Ticker => ({
  name: 'sign-in-retention',
  everyMs: EVERY_MS,
  tick: async (now) => {
    const before = (ms: number) => new Date(now.getTime() - ms - MARGIN_MS);
    await pool.query('delete from app.sessions where last_used_at < $1 or made_at < $2', [
      before(IDLE_MS),
      before(LONGEST_MS),
    ]);
    await pool.query('delete from app.known_addresses where seen_at < $1', [before(KNOWN_MS)]);
    await forgetChanges(pool, CHANGES_KEPT);
  },
});
