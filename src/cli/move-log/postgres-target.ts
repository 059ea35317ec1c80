import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { renderAppend } from '../../event-store/postgres/pending-append.ts';
import type { Target } from './target.ts';

const INSERT = `
  insert into log.events (position, stream, revision, id, type, recorded_at,
    occurred_at, shared_id, command_id, causation_id, correlation_id, packed)
  select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::timestamptz[],
    $7::timestamptz[], $8::uuid[], $9::uuid[], $10::uuid[], $11::text[], $12::text[])`;
const INSERT_SHARED = `
  insert into log.shared_metadata (id, shared) select * from unnest($1::uuid[], $2::json[]) on conflict do nothing`;

/** `keepsPositions`: the events come from a log in Postgres. Else they get those that are free. */
export const createPostgresTarget = (store: EventStore, pool: pg.Pool, keepsPositions: boolean): Target => {
  const last = async (): Promise<RecordedEvent | undefined> => {
    const head = await store.head();
    return head === 0 ? undefined : (await store.readAt([head]))[0];
  };
  return {
    store,
    keepsPositions,
    last,
    write: (events) =>
      inTransaction(pool, async (tx) => {
        // As appends take it: so nothing else gets a position meanwhile.
        await tx.query('select pg_advisory_xact_lock(8451001)');
        await tx.query(`set local tillstream.moves = 'on'`);
        const { rows } = await tx.query<{ head: number }>('select coalesce(max(position), 0) as head from log.events');
        const { head } = rows[0]!;
        const positions = events.map(({ position }, index) => (keepsPositions ? position : head + index + 1));
        const rendered = events.map((event) => renderAppend(event.stream, 'any', [event]).events[0]!);
        const shared = new Map(rendered.map(({ metadata }) => [metadata.shared.id, metadata.shared.json]));
        await tx.query(INSERT_SHARED, [[...shared.keys()], [...shared.values()]]);
        await tx.query(INSERT, [
          positions,
          events.map(({ stream }) => stream),
          events.map(({ revision }) => revision),
          events.map(({ id }) => id),
          events.map(({ type }) => type),
          events.map(({ recorded_at }) => recorded_at),
          rendered.map(({ metadata }) => metadata.own?.occurred_at ?? null),
          rendered.map(({ metadata }) => metadata.shared.id),
          rendered.map(({ metadata }) => metadata.own?.command_id ?? null),
          rendered.map(({ metadata }) => metadata.own?.causation_id ?? null),
          rendered.map(({ metadata }) => metadata.own?.correlation_id ?? null),
          rendered.map(({ packed }) => packed.toString()),
        ]);
      }),
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
};
