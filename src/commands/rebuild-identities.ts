import type pg from 'pg';
import { isOf } from '../domain/event-catalogue.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { identitiesOf, type KnownIdentity } from './all-identities.ts';
import type { KeyedHash } from './clients/client-key.ts';

const PAGE = 1_000;

/**
 * Fills app.identities from the log: external ids of orders, hashes of clients' phones, ids of commands. Existing keys
 * stay as they are. An erased client has no phone any more, so it gets no claim. New ids then begin after the highest id
 * that an event has used. Answers how many keys were missing.
 */
export const rebuildIdentities = async (store: EventStore, pool: pg.Pool, hash: KeyedHash): Promise<number> => {
  const erased = await erasedClients(store);
  let restored = 0;
  let highest = 0;
  for (let position = 0; ; ) {
    const events = await store.readAll(position, PAGE);
    const last = events.at(-1);
    if (last === undefined) break;
    position = last.position;
    const known = events
      .flatMap((event) => identitiesOf(event, hash))
      .filter(({ kind, id }) => kind !== 'client' || id === null || !erased.has(id));
    restored += await insertMissing(pool, known);
    for (const event of events) highest = Math.max(highest, highestId(event.data));
  }
  // A sequence that is that far already stays as it is: moved back, it would hand out ids a second time.
  await pool.query(`select setval('app.ids', $1::bigint) from app.ids where $1 >= last_value + is_called::int`, [
    highest,
  ]);
  return restored;
};

/** Their phones may belong to new clients. */
const erasedClients = async (store: EventStore): Promise<ReadonlySet<number>> => {
  const erased = new Set<number>();
  for (let position = 0; ; ) {
    const events = await store.readAll(position, PAGE, { types: ['ClientErased'] });
    const last = events.at(-1);
    if (last === undefined) return erased;
    position = last.position;
    for (const event of events) if (isOf(event, 'ClientErased')) erased.add(event.data.client_id);
  }
};

const jsonOf = (result: unknown): string | null => (result === undefined ? null : JSON.stringify(result));

const insertMissing = async (pool: pg.Pool, known: readonly KnownIdentity[]): Promise<number> => {
  const column = <Column extends keyof KnownIdentity>(name: Column) => known.map((it) => it[name]);
  const { rowCount } = await pool.query(
    `insert into app.identities (kind, scope, key, id, result)
     select kind, scope, key, coalesce(id, nextval('app.ids')), result
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::json[]) as known (kind, scope, key, id, result)
     -- Sorted, as the app's claims are: the two must not wait for each other in a circle.
     order by kind, scope, key
     on conflict do nothing`,
    [column('kind'), column('scope'), column('key'), column('id'), known.map(({ result }) => jsonOf(result))],
  );
  return rowCount ?? 0;
};

/** Line ids are made from their order's id. The others are named by callers. None comes from our sequence. */
const FOREIGN_IDS = /^((parent_)?line_id|source_id|customer_id)$/;

/** The highest integer under a key that names an id of ours. */
const highestId = (data: unknown): number => {
  let highest = 0;
  JSON.stringify(data, (key, value: unknown) => {
    if (
      /^(id|.*_id)$/.test(key) &&
      !FOREIGN_IDS.test(key) &&
      typeof value === 'number' &&
      Number.isSafeInteger(value)
    ) {
      highest = Math.max(highest, value);
    }
    return value;
  });
  return highest;
};
