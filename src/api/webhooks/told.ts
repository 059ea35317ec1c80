import type pg from 'pg';

/** What is not about a change (pings, tests) has position 0. */
const IS_TOLD = 'body is not null and position > 0';

/** The place of a call among those of the key. Undefined: the key was to get no such call. */
export const idOfTold = async (pool: pg.Pool, keyId: string, eventId: string): Promise<number | undefined> => {
  const { rows } = await pool.query<{ id: number }>(
    'select id from app.deliveries where event_id = $1 and key_id = $2 and position > 0',
    [eventId, keyId],
  );
  return rows[0]?.id;
};

export interface ToldFilter {
  readonly brand_id: string;
  readonly key_id: string;
  readonly after_id: number;
  /** ISO 8601 instant. */
  readonly since: string;
  /** Names of the webhooks. */
  readonly names: readonly string[];
  readonly limit: number;
}

/**
 * Bodies of calls to a key, in the order in which they were put in the queue. Nothing is put there between those that somebody
 * has seen (see holdQueue).
 */
export const eventsTold = async (pool: pg.Pool, filter: ToldFilter): Promise<{ readonly body: string }[]> => {
  const { brand_id, key_id, after_id, since, names, limit } = filter;
  const { rows } = await pool.query<{ body: string }>(
    `select body from app.deliveries
     where key_id = $1 and brand_id = $2 and ${IS_TOLD} and id > $3 and created_at > $4 and event = any($5)
     order by id limit $6`,
    [key_id, brand_id, after_id, since, names, limit],
  );
  return rows;
};

/** How far behind the calls to a receiver are. */
export interface Behind {
  readonly key_id: string;
  readonly waiting: number;
  readonly since: string;
}

/** Beyond that they are not counted. */
export const MAX_COUNTED = 10_000;

const BEHIND = `
  select k.key_id, d.waiting, d.since from (
    select key_id from app.webhook_targets where brand_id = $1 and ($3::uuid is null or key_id = $3)
  ) k
  cross join lateral (
    select count(*)::integer as waiting, min(created_at) as since from (
      select created_at from app.deliveries
      where key_id = k.key_id and status = 'pending' and next_attempt_at <= $2
      order by next_attempt_at, id limit ${MAX_COUNTED}
    ) due
  ) d
  where d.waiting > 0
  order by d.since`;

/** Of each key with calls that are due and were not made yet. */
export const behindOf = async (
  pool: pg.Pool,
  { brand_id, key_id, now }: { readonly brand_id: string; readonly key_id: string | null; readonly now: string },
): Promise<Behind[]> => {
  const { rows } = await pool.query<Omit<Behind, 'since'> & { since: Date }>(BEHIND, [brand_id, now, key_id]);
  return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
};
