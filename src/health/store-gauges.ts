import type { Registry } from 'prom-client';
import { IDLE_MS, LONGEST_MS } from '../commands/sessions/session-store.ts';
import { poolsInUse } from '../database/connection.ts';
import { gaugeOf } from '../metrics/make.ts';
import { INDEX_PROCESS } from '../projections/event-index/candidates.ts';
import type { Tillstream } from '../tillstream.ts';
import { sharedWhileRead, within } from './readiness.ts';

/** Calls of one state are counted up to here: after a long outage of a receiver there may be any number. */
const COUNTED = 20_000;
const ANSWER_WITHIN_MS = 5_000;

/**
 * Calls that wait, or were given up and can be sent again. Each state has an index of its own, so that the years of calls
 * that were delivered are not read.
 */
const CALLS = `
  select kind, status, count(*)::int as calls,
    extract(epoch from max(clock_timestamp() - created_at))::float as oldest_s
  from (
    (select kind, status, created_at from app.deliveries where status = 'pending' limit ${COUNTED})
    union all
    (select kind, status, created_at from app.deliveries where status = 'undelivered' and body is not null limit ${COUNTED})
  ) every
  group by kind, status`;

const hours = (ms: number): string => `interval '${ms / 3_600_000} hours'`;
const SESSIONS = `
  select count(*)::int as sessions from app.sessions
  where last_used_at > now() - ${hours(IDLE_MS)} and made_at > now() - ${hours(LONGEST_MS)}`;

const LOG = `
  select head.position as tree, head.size - head.signed_size as unsigned,
    (select position from app.process_checkpoints where process = $1) as event_index,
    extract(epoch from now() - (select signed_at from app.tree_checkpoints order by size desc limit 1))::float as age_s
  from app.tree_head head`;

const ARCHIVE = `
  select extract(epoch from now() - last_archived_time)::float as age_s,
    coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as is_failing
  from pg_stat_archiver where current_setting('archive_mode') <> 'off'`;

interface Calls {
  readonly kind: string;
  readonly status: 'pending' | 'undelivered';
  readonly calls: number;
  readonly oldest_s: number;
}

interface LogState {
  readonly tree: number;
  readonly unsigned: number;
  readonly event_index: number | null;
  readonly age_s: number | null;
}

const KINDS = ['webhook', 'loyalty'];

/** The gauges of what lies in the stores: calls, sessions, the tree over the log, the archive of Postgres, connections. */
export const watchStores = (
  { pool, store, logGuard }: Pick<Tillstream, 'pool' | 'store' | 'logGuard'>,
  registry: Registry,
): void => {
  const rows = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await within(ANSWER_WITHIN_MS, pool.query<Row>(text, [...values]))).rows;
  const upOf = (asking: Promise<unknown>): Promise<number> =>
    within(ANSWER_WITHIN_MS, asking).then(
      () => 1,
      () => 0,
    );
  const calls = sharedWhileRead(() => rows<Calls>(CALLS));
  const log = sharedWhileRead(async () => {
    const [[state], head] = await Promise.all([rows<LogState>(LOG, [INDEX_PROCESS]), store.head()]);
    return { ...state!, head };
  });
  const archive = sharedWhileRead(() => rows<{ age_s: number | null; is_failing: boolean }>(ARCHIVE));
  const callsOf = async (status: Calls['status'], value: (of: Calls) => number) => {
    const all = await calls();
    return KINDS.map((kind) => {
      const of = all.find((each) => each.kind === kind && each.status === status);
      return [{ kind }, of ? value(of) : 0] as const;
    });
  };

  gaugeOf(registry, 'calls_pending', () => callsOf('pending', (of) => of.calls));
  gaugeOf(registry, 'calls_oldest_seconds', () => callsOf('pending', (of) => of.oldest_s));
  gaugeOf(registry, 'calls_undelivered', () => callsOf('undelivered', (of) => of.calls));
  gaugeOf(registry, 'sessions', async () => [[{}, (await rows<{ sessions: number }>(SESSIONS))[0]!.sessions]]);
  // The log was read after the checkpoint, so it may have come further; never less far.
  gaugeOf(registry, 'tree_lag_events', async () => {
    const { head, tree } = await log();
    return [[{}, Math.max(0, head - tree)]];
  });
  gaugeOf(registry, 'event_index_lag_events', async () => {
    const { head, event_index } = await log();
    return [[{}, Math.max(0, head - (event_index ?? 0))]];
  });
  gaugeOf(registry, 'unsigned_events', async () => [[{}, (await log()).unsigned]]);
  gaugeOf(registry, 'checkpoint_age_seconds', async () => {
    const { age_s } = await log();
    return age_s === null ? [] : [[{}, age_s]];
  });
  gaugeOf(registry, 'wal_archive_age_seconds', async () =>
    (await archive()).flatMap(({ age_s }) => (age_s === null ? [] : [[{}, age_s] as const])),
  );
  gaugeOf(registry, 'wal_archive_failing', async () =>
    (await archive()).map(({ is_failing }) => [{}, is_failing ? 1 : 0] as const),
  );
  gaugeOf(registry, 'log_broken', () => [
    [{ why: 'behind' }, logGuard.behind() === null ? 0 : 1],
    [{ why: 'differs' }, logGuard.differs() === null ? 0 : 1],
  ]);
  gaugeOf(registry, 'store_up', async () => {
    const [database, event_store] = await Promise.all([upOf(pool.query('select 1')), upOf(store.head())]);
    return [
      [{ store: 'database' }, database],
      [{ store: 'event_store' }, event_store],
    ];
  });
  gaugeOf(registry, 'pool_connections', () =>
    poolsInUse().flatMap(({ name, busy, idle }) => [
      [{ pool: name, state: 'busy' }, busy] as const,
      [{ pool: name, state: 'idle' }, idle] as const,
    ]),
  );
  gaugeOf(registry, 'pool_waiting', () => poolsInUse().map(({ name, waiting }) => [{ pool: name }, waiting] as const));
};
