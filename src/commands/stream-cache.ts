import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Decider, DomainEvent } from '../domain/decider.ts';
import { fold } from '../domain/decider.ts';
import type { EventStore, RecordedEvent } from '../event-store/event-store.ts';

/** A stream folded up to a revision; -1 = the stream does not exist. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number;
}

/** Long streams are folded from a snapshot: one is kept about every so many events. */
const SNAPSHOT_EVERY = 500;

type AnyDecider<State> = Pick<Decider<State, never, DomainEvent>, 'evolve' | 'initial' | 'stateVersion'>;

/**
 * Folded states of recently used streams. What is cached may trail the log when another process writes: `refresh`
 * reads the tail; an append with the cached revision finds out by itself.
 */
export interface StreamCache {
  peek<State>(stream: string): Folded<State> | undefined;
  /** The state as of now: cached or from a snapshot, plus the tail read from the log. */
  refresh<State>(decider: AnyDecider<State>, stream: string): Promise<Folded<State>>;
  /** Folds events that were read or appended on top of `base`, and keeps the result. */
  advance<State>(
    decider: AnyDecider<State>,
    stream: string,
    base: Folded<State>,
    events: readonly DomainEvent[],
  ): Folded<State>;
  forget(stream: string): void;
}

export const createStreamCache = (store: EventStore, pool: pg.Pool, { max = 5_000 } = {}): StreamCache => {
  const cache = new LRUCache<string, Folded<unknown>>({ max });

  const loadSnapshot = async <State>(decider: AnyDecider<State>, stream: string): Promise<Folded<State>> => {
    const { rows } = await pool.query<{ revision: number; state: State }>({
      name: 'app.load-snapshot',
      text: 'select revision, state from app.snapshots where stream = $1 and state_version = $2',
      values: [stream, decider.stateVersion],
    });
    return rows[0] ?? { state: decider.initial, revision: -1 };
  };

  const saveSnapshot = (stateVersion: number, stream: string, { state, revision }: Folded<unknown>): void => {
    // Disposable: if it fails, the next load reads more events, and nothing else changes.
    pool
      .query(
        `insert into app.snapshots (stream, state_version, revision, state) values ($1, $2, $3, $4)
         on conflict (stream) do update set state_version = $2, revision = $3, state = $4
         where snapshots.state_version <> $2 or snapshots.revision < $3`,
        [stream, stateVersion, revision, JSON.stringify(state)],
      )
      .catch(() => {});
  };

  const self: StreamCache = {
    peek: <State>(stream: string) => cache.get(stream) as Folded<State> | undefined,
    refresh: async <State>(decider: AnyDecider<State>, stream: string) => {
      const base = self.peek<State>(stream) ?? (await loadSnapshot(decider, stream));
      const tail = await store.read(stream, base.revision + 1);
      return self.advance(decider, stream, base, asDomainEvents(tail));
    },
    advance: (decider, stream, base, events) => {
      const folded = { state: fold(decider, base.state, events), revision: base.revision + events.length };
      const known = cache.peek(stream);
      // A slower reader must not put an older state back.
      if (folded.revision >= 0 && (known === undefined || known.revision <= folded.revision)) cache.set(stream, folded);
      if (Math.floor((folded.revision + 1) / SNAPSHOT_EVERY) > Math.floor((base.revision + 1) / SNAPSHOT_EVERY)) {
        saveSnapshot(decider.stateVersion, stream, folded);
      }
      return folded;
    },
    forget: (stream) => {
      cache.delete(stream);
    },
  };
  return self;
};

/** The log's envelope seen as a domain event: the codec has checked that the data fits the type. */
export const asDomainEvents = <Event extends DomainEvent>(events: readonly RecordedEvent[]): Event[] =>
  events as unknown as Event[];
