import type pg from 'pg';
import type { Moment } from './moment.ts';

/** The state of a stream after one of its events. */
export interface KeptSnapshot {
  readonly revision: number;
  readonly position: number;
  readonly event_id: string;
  /** Milliseconds: the latest time at which one of the events up to this one happened. */
  readonly latest: number;
  readonly state: unknown;
}

export interface NewSnapshot extends Omit<KeptSnapshot, 'state'> {
  /** As it was found before the first event was read. */
  readonly generation: number;
  readonly stream: string;
  readonly state_version: number;
  readonly brand_id: string;
  /** JSON. */
  readonly state: string;
}

export interface Found {
  /** The last one whose events all count at the moment. */
  readonly kept: KeptSnapshot | undefined;
  /** It grows when somebody is erased. What was read before that is not kept any more. */
  readonly generation: number;
}

export interface KeptSnapshots {
  find(stream: string, stateVersion: number, moment: Moment): Promise<Found>;
  /** Disposable: if it fails, later audits read more events, and nothing else changes. */
  keep(snapshot: NewSnapshot): Promise<void>;
  forget(stream: string): Promise<void>;
}

/** Every event up to a snapshot counts at an instant, if the latest of them does. */
const FIND = `select g.generation::float8, kept.*
  from app.key_generation g
  left join lateral (
    select revision, position, event_id, (extract(epoch from occurred_at) * 1000)::float8 as latest, state
    from app.kept_snapshots
    where stream = $1 and state_version = $2 and ($3::bigint is null or position <= $3)
      and ($4::float8 is null or occurred_at <= to_timestamp($4 / 1000))
    order by revision desc limit 1
  ) kept on true`;

/**
 * One of an earlier version, or of a log that was set back, is replaced. The lock waits for an erasure that is under way,
 * or lets it wait: so the erasure deletes the snapshot, or the snapshot is not kept.
 */
const KEEP = `insert into app.kept_snapshots
    (stream, revision, state_version, brand_id, position, event_id, occurred_at, state)
  select $1, $2, $3, $4, $5, $6, to_timestamp($7::float8 / 1000), $8
  from (select from app.key_generation where generation = $9 for share) unchanged
  on conflict (stream, revision) do update set state_version = excluded.state_version, position = excluded.position,
    event_id = excluded.event_id, occurred_at = excluded.occurred_at, state = excluded.state`;

type FoundRow = { readonly generation: number } & (KeptSnapshot | { readonly revision: null });

export const createKeptSnapshots = (pool: pg.Pool): KeptSnapshots => ({
  find: async (stream, stateVersion, { bound }) => {
    const position = bound && 'position' in bound ? bound.position : null;
    const instant = bound && 'instant' in bound ? bound.instant : null;
    const values = [stream, stateVersion, position, instant];
    const { rows } = await pool.query<FoundRow>({ name: 'app.find-kept-snapshot', text: FIND, values });
    const { generation, ...kept } = rows[0]!;
    return { generation, kept: kept.revision === null ? undefined : kept };
  },
  keep: async ({ stream, revision, state_version, brand_id, position, event_id, latest, state, generation }) => {
    await pool
      .query(KEEP, [stream, revision, state_version, brand_id, position, event_id, latest, state, generation])
      .catch(() => {});
  },
  forget: async (stream) => {
    await pool.query('delete from app.kept_snapshots where stream = $1', [stream]);
  },
});
