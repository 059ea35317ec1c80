import type pg from 'pg';
import type { Use } from './replica.ts';
import type { Replicas } from './replicas.ts';

/**
 * The pool, but its queries may be answered by a replica, which then has all that the primary had when the query began. So who reads
 * here sees as much as who reads at the primary. For queries that change nothing.
 */
export const readingPool = (primary: pg.Pool, replicas: Pick<Replicas, 'read'>, use: Use): pg.Pool => {
  const query = (...asked: Parameters<pg.Pool['query']>): Promise<unknown> =>
    replicas.read<unknown>(
      use,
      async ({ client, release }) => {
        let isBroken = true;
        try {
          const answer = await client.query(...asked);
          isBroken = false;
          return answer;
        } finally {
          release(isBroken);
        }
      },
      async () => primary.query(...asked),
    );
  // All the rest is the primary's.
  return Object.assign(Object.create(primary), { query, connect: primary.connect.bind(primary) });
};
