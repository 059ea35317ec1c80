import { LRUCache } from 'lru-cache';
import { asDomainEvents } from '../../commands/loop/folded.ts';
import { atMost } from '../../concurrency/cache-bounds.ts';
import { type Decider, type DomainEvent, fold } from '../../domain/decider.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';

/** How many streams are remembered: the orders that are under way. */
const MAX_STREAMS = 5_000;

type Folding<State, Event extends DomainEvent> = Pick<Decider<State, never, Event>, 'initial' | 'evolve'>;

/** The aggregates of events, right before and right after each of them. */
export interface States {
  of(event: RecordedEvent): {
    before<State, Event extends DomainEvent>(decider: Folding<State, Event>): Promise<State>;
    after<State, Event extends DomainEvent>(decider: Folding<State, Event>): Promise<State>;
  };
  /** Somebody was erased: what is in memory may name them. */
  forget(): void;
}

/**
 * Remembers the states of the streams that it was asked for last. The events of an order come one after another, so most of
 * them are folded into a state that is there, and no stream is read.
 */
export const createStates = (store: Pick<EventStore, 'read'>): States => {
  const known = new LRUCache<string, { readonly revision: number; readonly state: unknown }>(atMost(MAX_STREAMS));
  /** How often all was forgotten. What was asked for before the last time is answered, and not remembered. */
  let forgotten = 0;

  const upTo = async <State, Event extends DomainEvent>(
    decider: Folding<State, Event>,
    stream: string,
    revision: number,
  ): Promise<State> => {
    const start = known.get(stream);
    if (revision < 0) return decider.initial;
    if (start?.revision === revision) return start.state as State;
    const isEarlier = start !== undefined && start.revision < revision;
    const from = isEarlier ? start.revision + 1 : 0;
    const events = await store.read(stream, from, revision - from + 1);
    return fold(decider, isEarlier ? (start.state as State) : decider.initial, asDomainEvents(decider, events));
  };

  return {
    of: (event) => {
      const { stream, revision } = event;
      const asked = forgotten;
      let before: Promise<unknown> | undefined;
      const beforeOf = <State, Event extends DomainEvent>(decider: Folding<State, Event>): Promise<State> => {
        before ??= upTo(decider, stream, revision - 1);
        return before as Promise<State>;
      };
      return {
        before: beforeOf,
        after: async (decider) => {
          const state = fold(decider, await beforeOf(decider), asDomainEvents(decider, [event]));
          if (asked === forgotten) known.set(stream, { revision, state });
          return state;
        },
      };
    },
    forget: () => {
      forgotten += 1;
      known.clear();
    },
  };
};
