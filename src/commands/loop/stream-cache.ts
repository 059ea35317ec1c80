import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Decider, DomainEvent } from '../../domain/decider.ts';
import { fold } from '../../domain/decider.ts';
import { type EventStore, isOwn, type NewEvent, type RecordedEvent } from '../../event-store/event-store.ts';

/** A stream folded up to a revision; -1 = the stream does not exist. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number;
}

/** How many ids of its last commands a cached stream remembers. */
const REMEMBERED = 200;

/**
 * A fold that knows its last commands. Between the claim of a command id and its turn here, another process may have
 * carried out a repeat of the same command: then its events are in the fold, and it must not be decided again.
 */
export interface CachedFold<State> extends Folded<State> {
  /** The last one is the command of the event at `revision`. */
  readonly recent_command_ids: readonly string[];
}

/** Long streams are folded from a snapshot. One is kept about every so many events. */
const SNAPSHOT_EVERY = 500;
/**
 * A large state is kept less often: writing megabytes every few hundred events would cost more than the events. Reading
 * this many bytes of snapshot takes about as long as reading one event.
 */
const BYTES_PER_EVENT = 200;

/** As JSON: in memory it is a few times as much. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The assumed size of a state without its snapshot: the whole size, if the stream is too short to have one. */
const BYTES_BESIDE = 2_000;

interface SnapshotSize {
  readonly revision: number;
  readonly bytes: number;
}

type AnyDecider<State> = Pick<Decider<State, never, DomainEvent>, 'evolve' | 'initial' | 'stateVersion'>;

/** A state as of now, and the events of the log beyond the one that it was folded from. */
export interface ReadOn<State> {
  readonly folded: CachedFold<State>;
  readonly tail: readonly RecordedEvent[];
}

/**
 * Folded states of recently used streams. A cached state may be behind the log if another process writes: `refresh`
 * reads the new events; an append with the cached revision finds out by itself. It may also contain events that the log
 * has lost, as when a standby that was behind took over: a read of new events checks whether the log still has the last
 * folded one.
 */
export interface StreamCache {
  peek<State>(stream: string): CachedFold<State> | undefined;
  /** The state as of now: cached or from a snapshot, plus the new events from the log. */
  refresh<State>(decider: AnyDecider<State>, stream: string): Promise<CachedFold<State>>;
  /**
   * Folds the log's events beyond `base`. A base that does not fit the log is dropped, here and as a snapshot; then the
   * whole stream is folded.
   */
  readOn<State>(decider: AnyDecider<State>, stream: string, base: CachedFold<State>): Promise<ReadOn<State>>;
  /** Folds events that were read after `base`, and keeps the result. */
  advance<State>(
    decider: AnyDecider<State>,
    stream: string,
    base: CachedFold<State>,
    events: readonly NewEvent[],
  ): CachedFold<State>;
  /** The same, if the resulting state is known already: the decision has folded them. */
  keep<State>(
    decider: AnyDecider<State>,
    stream: string,
    base: CachedFold<State>,
    events: readonly NewEvent[],
    state: State,
  ): CachedFold<State>;
}

export const createStreamCache = (
  store: EventStore,
  pool: pg.Pool,
  { max = 5_000, maxBytes = MAX_BYTES } = {},
): StreamCache => {
  /** The size of the last saved or loaded snapshot, so that a state need not be written out to know its size. */
  const snapshots = new LRUCache<string, SnapshotSize>({ max });
  const cache = new LRUCache<string, CachedFold<unknown>>({
    ...{ max, maxSize: maxBytes },
    // A state larger than the whole cache is kept alone.
    sizeCalculation: (_, stream) => Math.min(BYTES_BESIDE + (snapshots.peek(stream)?.bytes ?? 0), maxBytes),
  });

  const loadSnapshot = async <State>(decider: AnyDecider<State>, stream: string): Promise<CachedFold<State>> => {
    const { rows } = await pool.query<CachedFold<State> & SnapshotSize>({
      name: 'app.load-snapshot',
      text: `select revision, state, recent_command_ids, octet_length(state::text) as bytes
        from app.snapshots where stream = $1 and state_version = $2`,
      values: [stream, decider.stateVersion],
    });
    if (!rows[0]) return untouched(decider);
    const { bytes, ...folded } = rows[0];
    snapshots.set(stream, { revision: folded.revision, bytes });
    return folded;
  };

  const saveSnapshot = (stateVersion: number, stream: string, fold: CachedFold<unknown>): void => {
    const { revision, recent_command_ids } = fold;
    const state = JSON.stringify(fold.state);
    snapshots.set(stream, { revision, bytes: state.length });
    // Disposable: if it fails, the next load reads more events, and nothing else changes.
    pool
      .query(
        `insert into app.snapshots (stream, state_version, revision, state, recent_command_ids) values ($1, $2, $3, $4, $5)
         on conflict (stream) do update set state_version = $2, revision = $3, state = $4, recent_command_ids = $5
         where snapshots.state_version <> $2 or snapshots.revision < $3`,
        [stream, stateVersion, revision, state, recent_command_ids],
      )
      .catch(() => {});
  };

  const forget = async (stream: string): Promise<void> => {
    cache.delete(stream);
    snapshots.delete(stream);
    // It would be in the way of the next one, which has a lower revision. If this fails, the next load finds out.
    await pool.query('delete from app.snapshots where stream = $1', [stream]).catch(() => {});
  };

  /** The revision from which on the next snapshot of a stream is worth its cost. */
  const nextSnapshot = (stream: string): number => {
    const last = snapshots.get(stream);
    return last ? last.revision + last.bytes / BYTES_PER_EVENT : 0;
  };

  const self: StreamCache = {
    peek: <State>(stream: string) => cache.get(stream) as CachedFold<State> | undefined,
    refresh: async <State>(decider: AnyDecider<State>, stream: string) => {
      const base = self.peek<State>(stream) ?? (await loadSnapshot(decider, stream));
      return (await self.readOn(decider, stream, base)).folded;
    },
    readOn: async (decider, stream, base) => {
      const isNothing = base.revision < 0;
      // From its last event on, and not after it: a log that was set back has another event there, or none.
      const events = await store.read(stream, isNothing ? 0 : base.revision);
      if (isNothing || endsWith(base, events[0])) {
        const tail = isNothing ? events : events.slice(1);
        return { folded: self.advance(decider, stream, base, tail), tail };
      }
      await forget(stream);
      return self.readOn(decider, stream, untouched(decider));
    },
    advance: (decider, stream, base, events) =>
      self.keep(decider, stream, base, events, fold(decider, base.state, asDomainEvents(decider, events))),
    keep: (decider, stream, base, events, state) => {
      const folded = {
        state,
        revision: base.revision + events.length,
        recent_command_ids: remember(base.recent_command_ids, events),
      };
      const known = cache.peek(stream);
      // A slower reader must not replace a newer state by an older one.
      if (folded.revision >= 0 && (known === undefined || known.revision <= folded.revision)) cache.set(stream, folded);
      const crossed =
        Math.floor((folded.revision + 1) / SNAPSHOT_EVERY) > Math.floor((base.revision + 1) / SNAPSHOT_EVERY);
      if (crossed && folded.revision >= nextSnapshot(stream)) {
        saveSnapshot(decider.stateVersion, stream, folded);
      }
      return folded;
    },
  };
  return self;
};

/** The fold of a stream that does not exist, or of which nothing has been read. */
export const untouched = <State>(decider: Pick<AnyDecider<State>, 'initial'>): CachedFold<State> => ({
  state: decider.initial,
  revision: -1,
  recent_command_ids: [],
});

const remember = (ids: readonly string[], events: readonly NewEvent[]): readonly string[] => {
  if (events.length === 0) return ids;
  const known = new Set(ids);
  for (const { metadata } of events) {
    // Moved to the end: the last one is the command of the last folded event.
    known.delete(metadata.command_id);
    known.add(metadata.command_id);
  }
  return [...known].slice(-REMEMBERED);
};

/** Whether the event at its revision is the one that was folded. Another program's event may have no command. */
const endsWith = ({ recent_command_ids }: CachedFold<unknown>, event: RecordedEvent | undefined): boolean =>
  event !== undefined && (event.metadata.command_id ?? null) === (recent_command_ids.at(-1) ?? null);

/**
 * Events of the aggregate's stream as its decider knows them: only this decider writes there, and the codec has checked
 * that the data fits the type. What another program wrote into the stream is left out: no decider knows it.
 */
export const asDomainEvents = <State, Event extends DomainEvent>(
  _: Pick<Decider<State, never, Event>, 'evolve'>,
  events: readonly NewEvent[],
): Event[] => events.filter(isOwn) as unknown as Event[];
