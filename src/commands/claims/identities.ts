import type pg from 'pg';
import { createCoalescer } from '../../database/coalescer.ts';
import { createIdStock } from './id-stock.ts';

/** An outside key: `kind` and `scope` say whose it is, e.g. ('order', point_id, external_id). */
export interface IdentityKey {
  readonly kind: string;
  readonly scope: string;
  readonly key: string;
}

export interface Claim {
  readonly id: number;
  /** True for the call that made the claim; false if the key had its id before. */
  readonly claimed: boolean;
  /** For commands: what the bus kept of the first run, or noted about its runs. */
  readonly result: unknown;
}

export interface Identities {
  claim(key: IdentityKey): Promise<Claim>;
  /** The id of a key that was claimed before. */
  find(key: IdentityKey): Promise<number | undefined>;
  /** A new integer id without an outside key. */
  mint(): Promise<number>;
  /** Keeps a result with a claim. The first one stays. */
  storeResult(key: IdentityKey, result: unknown): Promise<void>;
  /** Replaces what is kept with a claim, if it is still exactly the old text. False: somebody else has replaced it. */
  exchange(key: IdentityKey, from: object | null, to: object | null): Promise<boolean>;
}

/** An order waits twice, for its claim and its append. That is little compared with what everybody saves under load. */
const GATHER_MS = 4;

interface ClaimRow {
  place: number;
  id: number;
  claimed: boolean;
  result: unknown;
}

/**
 * Keys and ids in app.identities. Claims that arrive together travel in one statement. Both are on disk before any
 * caller goes on: the app outlives a crash of Postgres and then appends what was under way, so an id that the crash
 * undid would be given out twice.
 */
export const createIdentities = (pool: pg.Pool): Identities => {
  const claims = createCoalescer<IdentityKey, Claim>(
    async (keys) => {
      // A key that occurs twice in one batch is sent once: only one caller may be told that it made the claim.
      const unique = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
      const { rows } = await pool.query<ClaimRow>({
        name: 'app.claim',
        text: 'select * from app.claim($1, $2, $3)',
        values: [unique.map((key) => key.kind), unique.map((key) => key.scope), unique.map((key) => key.key)],
      });
      const byName = new Map<string, Claim>();
      for (const { place, id, claimed, result } of rows) {
        const name = nameOf(unique[place - 1]!);
        // A new claim is answered twice: by the insert, and by the look-up after it.
        if (claimed || !byName.has(name)) byName.set(name, { id, claimed, result });
      }
      const told = new Set<string>();
      return keys.map((key) => {
        const name = nameOf(key);
        const claim = byName.get(name);
        if (!claim) return new Error('a claim was not answered');
        const first = !told.has(name);
        told.add(name);
        return first ? claim : { ...claim, claimed: false };
      });
    },
    { gatherMs: GATHER_MS },
  );

  const stock = createIdStock(async (count) => {
    const { rows } = await pool.query<{ id: number }>({
      name: 'app.mint',
      // A sequence alone is not flushed at every commit; with a message in the WAL it is.
      text: `select nextval('app.ids') as id from pg_logical_emit_message(true, 'tillstream', 'ids'), generate_series(1, $1)`,
      values: [count],
    });
    return rows.map((row) => row.id);
  });

  const results = createCoalescer<IdentityKey & { readonly result: string }, undefined>(
    async (items) => {
      // In one order everywhere: two statements that store for the same keys must not wait for each other in a circle.
      const sorted = items.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
      await pool.query({
        name: 'app.store-results',
        text: 'select app.store_results($1, $2, $3, $4)',
        values: [
          sorted.map((item) => item.kind),
          sorted.map((item) => item.scope),
          sorted.map((item) => item.key),
          sorted.map((item) => item.result),
        ],
      });
      return items.map(() => undefined);
    },
    { gatherMs: GATHER_MS },
  );

  return {
    claim: (key) => claims.submit(key),
    mint: stock.next,
    find: async ({ kind, scope, key }) => {
      const { rows } = await pool.query<{ id: number }>({
        name: 'app.find-identity',
        text: 'select id from app.identities where kind = $1 and scope = $2 and key = $3',
        values: [kind, scope, key],
      });
      return rows[0]?.id;
    },
    storeResult: async (key, result) => {
      await results.submit({ ...key, result: JSON.stringify(result) });
    },
    exchange: async ({ kind, scope, key }, from, to) => {
      const { rowCount } = await pool.query(
        `update app.identities set result = $4::json
         where kind = $1 and scope = $2 and key = $3 and result::text is not distinct from $5::text`,
        [kind, scope, key, to && JSON.stringify(to), from && JSON.stringify(from)],
      );
      return rowCount === 1;
    },
  };
};

const nameOf = ({ kind, scope, key }: IdentityKey): string => `${kind}\n${scope}\n${key}`;
