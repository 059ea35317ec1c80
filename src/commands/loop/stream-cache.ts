import type pg from 'pg';
import { fold } from '../../domain/decider.ts';
import type { EventStore, NewEvent, RecordedEvent } from '../../event-store/event-store.ts';
import { createFoldCache } from './fold-cache.ts';
import { asDomainEvents, type CachedFold, endsWith, remember, type StateDecider, untouched } from './folded.ts';
import { createSnapshots } from './snapshots.ts';

/** As JSON: in memory it is a few times as much. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The assumed size of a state without its snapshot: the whole size, if the stream is too short to have one. */
const BYTES_BESIDE = 2_000;

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
  refresh<State>(decider: StateDecider<State>, stream: string): Promise<CachedFold<State>>;
  /**
   * Folds the log's events beyond `base`. A base that does not fit the log is dropped, here and as a snapshot; then the
   * whole stream is folded.
   */
  readOn<State>(decider: StateDecider<State>, stream: string, base: CachedFold<State>): Promise<ReadOn<State>>;
  /** Folds events that were read after `base`, and keeps the result. */
  advance<State>(
    decider: StateDecider<State>,
    stream: string,
    base: CachedFold<State>,
    events: readonly NewEvent[],
  ): CachedFold<State>;
  /** The same, if the resulting state is known already: the decision has folded them. */
  keep<State>(
    decider: StateDecider<State>,
    stream: string,
    base: CachedFold<State>,
    events: readonly NewEvent[],
    state: State,
  ): CachedFold<State>;
  /** Somebody was erased, and any state may hold the person: forgets all of them, those too that are being read at this moment. */
  forget(): void;
}

export const createStreamCache = (
  store: EventStore,
  pool: pg.Pool,
  { max = 5_000, maxBytes = MAX_BYTES } = {},
): StreamCache => {
  const snapshots = createSnapshots(pool, max);
  const cache = createFoldCache({ max, maxBytes, bytesOf: (stream) => BYTES_BESIDE + snapshots.bytesOf(stream) });

  /** How often all was forgotten. */
  let forgotten = 0;
  /**
   * How often all had been forgotten when a fold that is at work was read. What was read before the last time is answered, and not
   * kept, nor what follows from it. A new stream's first fold was read nowhere, and costs nothing here.
   */
  const readAt = new WeakMap<CachedFold<unknown>, number>();
  const loadSnapshot = async <State>(decider: StateDecider<State>, stream: string): Promise<CachedFold<State>> => {
    const before = forgotten;
    const base = await snapshots.load(decider, stream);
    readAt.set(base, before);
    return base;
  };

  const self: StreamCache = {
    peek: <State>(stream: string) => {
      const known = cache.get(stream) as CachedFold<State> | undefined;
      if (known) readAt.set(known, forgotten);
      return known;
    },
    refresh: async <State>(decider: StateDecider<State>, stream: string) => {
      const base = self.peek<State>(stream) ?? (await loadSnapshot(decider, stream));
      return (await self.readOn(decider, stream, base)).folded;
    },
    readOn: async (decider, stream, base) => {
      const isNothing = base.revision < 0;
      if (!readAt.has(base)) readAt.set(base, forgotten);
      // From its last event on, and not after it: a log that was set back has another event there, or none.
      const events = await store.read(stream, isNothing ? 0 : base.revision);
      if (isNothing || endsWith(base, events[0])) {
        const tail = isNothing ? events : events.slice(1);
        const folded = self.advance(decider, stream, base, tail);
        readAt.set(folded, readAt.get(base)!);
        return { folded, tail };
      }
      cache.delete(stream);
      await snapshots.forget(stream);
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
      if ((readAt.get(base) ?? forgotten) < forgotten) return folded;
      const known = cache.get(stream);
      // A slower reader must not replace a newer state by an older one.
      if (folded.revision >= 0 && (known === undefined || known.revision <= folded.revision)) cache.set(stream, folded);
      const { stateVersion } = decider;
      snapshots.keep({ stateVersion, stream, folded, keysAsOf: store.keysAsOf?.() }, base.revision);
      return folded;
    },
    forget: () => {
      forgotten += 1;
      cache.clear();
    },
  };
  return self;
};
