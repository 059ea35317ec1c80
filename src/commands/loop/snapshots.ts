import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { atMost } from '../../concurrency/cache-bounds.ts';
import { type CachedFold, type StateDecider, untouched } from './folded.ts';

/** Long streams are folded from a snapshot. One is kept about every so many events. */
const SNAPSHOT_EVERY = 500;
/**
 * A large state is kept less often: writing megabytes every few hundred events would cost more than the events. Reading
 * this many bytes of snapshot takes about as long as reading one event.
 */
const BYTES_PER_EVENT = 200;
/**
 * But never less often than this: some states grow with every event, such as all movements of a ledger. Their snapshots
 * would come ever more seldom, and a load would read ever more events.
 */
const MOST_EVENTS = 5_000;

interface SnapshotSize {
  readonly revision: number;
  readonly bytes: number;
}

interface NewSnapshot {
  readonly stateVersion: number;
  readonly stream: string;
  readonly folded: CachedFold<unknown>;
  /** The generation of keys that the state is of. Undefined: nothing personal is sealed. */
  readonly keysAsOf: number | undefined;
}

/**
 * Not of an earlier generation of keys: the state may hold a person who was erased since. The lock waits for an erasure that is
 * under way, or lets it wait: so the erasure deletes the snapshot, or the snapshot is not kept.
 */
const SAVE = `insert into app.snapshots (stream, state_version, revision, state, recent_command_ids)
  select $1, $2, $3, $4, $5
  from (select from app.key_generation where $6::bigint is null or generation = $6 for share) unchanged
  on conflict (stream) do update set state_version = $2, revision = $3, state = $4, recent_command_ids = $5
  where snapshots.state_version <> $2 or snapshots.revision < $3`;

/** Folded states of long streams, kept in app.snapshots. They can be deleted: then more events are read. */
export const createSnapshots = (pool: pg.Pool, max: number) => {
  /** The size of the last saved or loaded snapshot, so that a state need not be written out to know its size. */
  const sizes = new LRUCache<string, SnapshotSize>(atMost(max));
  const load = async <State>(decider: StateDecider<State>, stream: string): Promise<CachedFold<State>> => {
    const { rows } = await pool.query<CachedFold<State> & SnapshotSize>({
      name: 'app.load-snapshot',
      text: `select revision, state, recent_command_ids, octet_length(state::text) as bytes
        from app.snapshots where stream = $1 and state_version = $2`,
      values: [stream, decider.stateVersion],
    });
    if (!rows[0]) return untouched(decider);
    const { bytes, ...folded } = rows[0];
    sizes.set(stream, { revision: folded.revision, bytes });
    return folded;
  };

  const save = ({ stateVersion, stream, folded, keysAsOf }: NewSnapshot): void => {
    const { revision, recent_command_ids } = folded;
    const state = JSON.stringify(folded.state);
    sizes.set(stream, { revision, bytes: state.length });
    // Disposable: if it fails, the next load reads more events, and nothing else changes.
    pool.query(SAVE, [stream, stateVersion, revision, state, recent_command_ids, keysAsOf ?? null]).catch(() => {});
  };

  /** The revision from which on the next snapshot of a stream is worth its cost. */
  const nextSnapshot = (stream: string): number => {
    const last = sizes.get(stream);
    return last ? last.revision + Math.min(last.bytes / BYTES_PER_EVENT, MOST_EVENTS) : 0;
  };

  return {
    load,
    /** Of the stream's last snapshot; 0 if it has none. */
    bytesOf: (stream: string): number => sizes.peek(stream)?.bytes ?? 0,
    /** Saves a snapshot, if the stream has grown by enough events since revision `before`. */
    keep: (snapshot: NewSnapshot, before: number): void => {
      const { stream, folded } = snapshot;
      const crossed = Math.floor((folded.revision + 1) / SNAPSHOT_EVERY) > Math.floor((before + 1) / SNAPSHOT_EVERY);
      if (crossed && folded.revision >= nextSnapshot(stream)) save(snapshot);
    },
    forget: async (stream: string): Promise<void> => {
      sizes.delete(stream);
      // It would be in the way of the next one, which has a lower revision. If this fails, the next load finds out.
      await pool.query('delete from app.snapshots where stream = $1', [stream]).catch(() => {});
    },
  };
};
