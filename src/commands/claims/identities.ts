import type pg from 'pg';
import { createBatcher } from '../../concurrency/batcher.ts';
import type { Claim, IdentityKey } from './claim.ts';
import { claimAndKeep, claimKeys, findKeys, releaseClaim } from './claim-statements.ts';
import { createIdStock } from './id-stock.ts';
import { exchangeResult, keepResults } from './result-statements.ts';

export type { Claim, IdentityKey };

export interface Identities {
  claim(key: IdentityKey): Promise<Claim>;
  /** The id of a key that was claimed before. Those who ask at the same time share a statement. */
  find(key: IdentityKey): Promise<number | undefined>;
  /** The claim of a key, as far as there is one. Claims nothing. Those who ask at the same time share a statement. */
  look(key: IdentityKey): Promise<Claim | undefined>;
  /** Gives up the claim of a key, if it is on this id. */
  release(key: IdentityKey, id: number): Promise<void>;
  /** A new integer id without an outside key. */
  mint(): Promise<number>;
  /** Keeps a result with a claim. The first one stays. */
  storeResult(key: IdentityKey, result: unknown): Promise<void>;
  /** Replaces what is kept with a claim, if it is still exactly the old text. False: somebody else has replaced it. */
  exchange(key: IdentityKey, from: object | null, to: object | null): Promise<boolean>;
}

/** An order waits twice, for its claim and its append. That is little compared with what everybody saves under load. */
const GATHER_MS = 4;

/**
 * Keys and ids in app.identities. Claims that arrive together travel in one statement. Both are on disk before any
 * caller goes on: the app outlives a crash of Postgres and then appends what was under way, so an id that the crash
 * undid would be given out twice.
 */
export const createIdentities = (pool: pg.Pool): Identities => {
  const claims = createBatcher<IdentityKey, Claim>(
    async (keys) => (await claimKeys(pool, keys)).map((claim) => claim ?? new Error('a claim was not answered')),
    { gatherMs: GATHER_MS },
  );

  const finds = createBatcher<IdentityKey, number | undefined>((keys) => findKeys(pool, keys), {
    gatherMs: GATHER_MS,
  });

  const looks = createBatcher<IdentityKey, Claim | undefined>((keys) =>
    claimAndKeep(
      pool,
      keys.map((key) => ({ ...key, kept: null })),
    ),
  );

  const stock = createIdStock(async (count) => {
    const { rows } = await pool.query<{ ids: string }>({
      name: 'app.mint',
      // A sequence alone is not flushed at every commit; with a message in the WAL it is. One row: each row takes a microsecond.
      text: `select string_agg(nextval('app.ids')::text, ',') as ids
        from pg_logical_emit_message(true, 'tillstream', 'ids'), generate_series(1, $1)`,
      values: [count],
    });
    return rows[0]!.ids.split(',').map(Number);
  });

  const results = createBatcher<IdentityKey & { readonly result: unknown }, undefined>(
    async (items) => {
      await keepResults(pool, items);
      return items.map(() => undefined);
    },
    { gatherMs: GATHER_MS },
  );

  return {
    claim: (key) => claims.submit(key),
    mint: stock.next,
    find: (key) => finds.submit(key),
    look: (key) => looks.submit(key),
    release: (key, id) => releaseClaim(pool, key, id),
    storeResult: (key, result) => results.submit({ ...key, result }),
    exchange: (key, from, to) => exchangeResult(pool, key, from, to),
  };
};
