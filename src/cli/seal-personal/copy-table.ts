import type pg from 'pg';
import { readHead, readLog } from '../../event-store/postgres/read-events.ts';
import type { Changed, SealEvents } from './seal-events.ts';

const BATCH = 500;

const COLUMNS = [
  ...['position', 'stream', 'revision', 'id', 'type', 'data', 'metadata', 'recorded_at'],
  ...['occurred_at', 'shared_id', 'command_id', 'causation_id', 'correlation_id', 'packed'],
];

/** As log.events, but for its triggers: those come when it takes the place of the log. */
const CREATE = `
  create table if not exists log.events_sealed (like log.events including defaults including constraints including indexes)
  with (toast_tuple_target = 8160)`;

/** In place of the columns of a changed event. What is null in `n` stays as it was, and metadata stay where they were. */
const NEW: Readonly<Record<string, string>> = {
  data: 'case when n.position is null then e.data end',
  packed: 'coalesce(n.packed, e.packed)',
  metadata: 'case when e.metadata is not null then coalesce(n.metadata, e.metadata) end',
  shared_id: 'case when e.shared_id is not null then coalesce(n.shared_id, e.shared_id) end',
};

const COPY = `
  insert into log.events_sealed (${COLUMNS.join(', ')})
  select ${COLUMNS.map((name) => NEW[name] ?? `e.${name}`).join(', ')}
  from log.events e
  left join unnest($3::bigint[], $4::text[], $5::json[], $6::uuid[]) as n (position, packed, metadata, shared_id)
    on n.position = e.position
  where e.position > $1 and e.position <= $2
  order by e.position`;

const SHARE = `
  insert into log.shared_metadata (id, shared) select * from unnest($1::uuid[], $2::json[]) on conflict (id) do nothing`;

export interface Copied {
  /** Events of the log. */
  readonly events: number;
  /** Those whose personal data were sealed by this run. */
  readonly sealed: number;
}

/** Whether an event of the log has personal data in plain text. */
export const hasPlain = async (pool: pg.Pool, seal: SealEvents): Promise<boolean> => {
  for (let after = 0; ; ) {
    const events = await readLog(pool, after, BATCH);
    if (events.length === 0) return false;
    if (await seal.hasPlain(events)) return true;
    after = events.at(-1)!.position;
  }
};

/** Copies the log into log.events_sealed, and seals what is plain. Goes on where a run before it has ended. */
export const copyLog = async (
  pool: pg.Pool,
  seal: SealEvents,
  onBatch: (position: number) => void,
): Promise<Copied> => {
  await pool.query(CREATE);
  const head = await readHead(pool);
  const { rows } = await pool.query<{ after: number }>(
    'select coalesce(max(position), 0) as after from log.events_sealed',
  );
  let after = rows[0]!.after;
  let sealed = 0;
  while (after < head) {
    const events = await readLog(pool, after, BATCH);
    const last = events.at(-1)!.position;
    const changed = await seal.changed(events);
    await writeBatch(pool, [after, last], changed);
    sealed += changed.length;
    after = last;
    onBatch(after);
  }
  const { rows: counted } = await pool.query<{ events: number }>('select count(*) as events from log.events_sealed');
  return { events: counted[0]!.events, sealed };
};

const writeBatch = async (
  pool: pg.Pool,
  range: readonly [after: number, last: number],
  changed: readonly Changed[],
): Promise<void> => {
  const shared = changed.flatMap((it) => it.shared ?? []);
  if (shared.length > 0) await pool.query(SHARE, [shared.map(({ id }) => id), shared.map(({ json }) => json)]);
  await pool.query(COPY, [
    ...range,
    changed.map(({ position }) => position),
    changed.map(({ packed }) => packed),
    changed.map(({ metadata }) => metadata),
    changed.map((it) => it.shared?.id ?? null),
  ]);
};
