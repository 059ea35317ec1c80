import {
  type Conditions,
  ConditionsFailed,
  type EventStore,
  InvalidEvents,
  KeysDestroyed,
  type NewEvent,
  RevisionConflict,
  StoreUnavailable,
} from '../../event-store/event-store.ts';
import type { AnyDecider, Decided } from './chain.ts';
import type { Contention } from './contention.ts';
import { envelop } from './envelope.ts';
import type { CachedFold } from './folded.ts';
import type { StreamCache } from './stream-cache.ts';

/** How an attempt to record went. */
export type Outcome =
  /** Everything is in the log, and the callers have their answers. */
  | { readonly kind: 'recorded' }
  /** Another writer came first. */
  | { readonly kind: 'overtaken' }
  /** No answer came. The events may be in the log or not. */
  | { readonly kind: 'unanswered'; readonly error: StoreUnavailable }
  /** One of the events can't be stored, or a condition fails, or somebody was erased. Nothing is in the log. */
  | { readonly kind: 'unstorable'; readonly error: Error };

/** Records what was decided on a fold of the stream. */
export type Record = (
  stream: string,
  decider: AnyDecider,
  from: CachedFold<unknown>,
  decided: readonly Decided[],
) => Promise<Outcome>;

const RECORDED = { kind: 'recorded' } as const;
const OVERTAKEN = { kind: 'overtaken' } as const;

export const createRecording = (store: EventStore, cache: StreamCache, contention: Contention): Record => {
  const append = (
    stream: string,
    revision: number,
    events: readonly NewEvent[],
    conditions?: Conditions,
    keysAsOf?: number,
  ) => {
    if (conditions === undefined) return store.append(stream, revision < 0 ? 'no_stream' : revision, events, keysAsOf);
    if (revision >= 0) throw new ConditionsFailed(stream);
    if (!store.appendIf) throw new Error('this event store appends without conditions only');
    return store.appendIf(conditions, stream, events, keysAsOf);
  };

  return async (stream, decider, from, decided) => {
    const events = decided.flatMap(({ pending, events }) => envelop(stream, events, pending.envelope, pending.run));
    let position: number | null = null;
    try {
      if (events.length > 0) {
        const { conditions } = decided[0]!.pending.options;
        const generations = decided.flatMap(({ pending }) => pending.options.keysAsOf ?? []);
        const keysAsOf = generations.length > 0 ? Math.min(...generations) : undefined;
        position = (await append(stream, from.revision, events, conditions, keysAsOf)).position;
      }
    } catch (error) {
      if (error instanceof StoreUnavailable) return { kind: 'unanswered', error };
      if (error instanceof RevisionConflict) {
        contention.lost(stream);
        return OVERTAKEN;
      }
      const isRefused = error instanceof InvalidEvents || error instanceof ConditionsFailed;
      if (!(isRefused || error instanceof KeysDestroyed)) throw error;
      return { kind: 'unstorable', error };
    }
    contention.won(stream);
    if (events.length > 0) cache.keep(decider, stream, from, events, decided.at(-1)!.after.state);
    for (const { pending, events: own, after } of decided) {
      pending.resolve({ ...after, events: own, position: own.length > 0 ? position : null, duplicate: false });
    }
    return RECORDED;
  };
};
