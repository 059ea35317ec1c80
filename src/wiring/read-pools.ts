import type pg from 'pg';
import { BACKGROUND_ANSWER_WITHIN_MS, createPool } from '../database/connection.ts';
import { readingPool } from '../database/replicas/reading-pool.ts';
import type { Replicas } from '../database/replicas/replicas.ts';

/** What changes nothing reads there, and replicas may answer. */
export interface ReadPools {
  /** Lists, and what the pages show. */
  readonly pages: pg.Pool;
  /** What auditors search. */
  readonly searches: pg.Pool;
  close(): Promise<void>;
}

/** Where the primary answers a search after all, it must not take the connections of orders. */
const SEARCH_CONNECTIONS = 4;

/** Without replicas both are the pool. */
export const openReadPools = (databaseUrl: string, pool: pg.Pool, replicas: Replicas): ReadPools => {
  if (!replicas.isAny) return { pages: pool, searches: pool, close: async () => {} };
  const own = createPool(databaseUrl, {
    max: SEARCH_CONNECTIONS,
    name: 'tillstream-filtered',
    timeoutMs: BACKGROUND_ANSWER_WITHIN_MS,
  });
  return {
    pages: readingPool(pool, replicas, 'pages'),
    searches: readingPool(own, replicas, 'searches'),
    close: () => own.end(),
  };
};
