import { type Decider, type DomainEvent, fold } from '../../domain/decider.ts';
import type { Companion, Conditions, EventStore, NewEvent } from '../../event-store/event-store.ts';
import { asHappened, type Envelope, envelop } from './envelope.ts';
import { untouched } from './folded.ts';
import type { Recorded } from './handled.ts';
import type { StreamCache } from './stream-cache.ts';

/** The command that begins a stream. Only this caller knows its id. */
export interface Beginning<State, Command, Event extends DomainEvent> {
  readonly decider: Decider<State, Command, Event>;
  readonly id: string | number;
  readonly command: Command;
}

/** What a companion brings along. */
export type Bringing = Pick<Companion, 'claim' | 'key'>;

export interface BeginBothOptions {
  readonly conditions: Omit<Conditions, 'companion'>;
  /** As in HandleOptions. */
  readonly keysAsOf?: number | undefined;
}

/**
 * Decides two commands that begin a stream each, and records both in one append, or neither. Answers the state of the
 * second one. Sends it once: throws ConditionsFailed, KeysDestroyed, or StoreUnavailable, and then it may be recorded yet.
 */
export type BeginBoth = <State, Command, Event extends DomainEvent, OfState, OfCommand, OfEvent extends DomainEvent>(
  companion: Beginning<OfState, OfCommand, OfEvent> & Bringing,
  own: Beginning<State, Command, Event>,
  envelope: Envelope,
  options: BeginBothOptions,
) => Promise<State>;

export interface BeginBothNeeds {
  readonly store: Pick<EventStore, 'appendIf'>;
  readonly cache: Pick<StreamCache, 'keep'>;
  readonly onRecorded: (recorded: Recorded) => void;
}

export const createBeginBoth =
  ({ store, cache, onRecorded }: BeginBothNeeds): BeginBoth =>
  async (companion, own, envelope, { conditions, keysAsOf }) => {
    if (!store.appendIf) throw new Error('this event store appends without conditions only');
    const first = decideFirst(companion, envelope);
    const second = decideFirst(own, envelope);
    const { claim, key } = companion;
    const together = { stream: first.stream, events: first.events.length, claim, key };
    const { position } = await store.appendIf(
      { ...conditions, companion: together },
      second.stream,
      [...first.events, ...second.events],
      keysAsOf,
    );
    const { brand_id } = envelope;
    cache.keep(companion.decider, first.stream, untouched(companion.decider), first.events, first.state);
    cache.keep(own.decider, second.stream, untouched(own.decider), second.events, second.state);
    onRecorded({ category: companion.decider.category, id: companion.id, brand_id, position });
    onRecorded({ category: own.decider.category, id: own.id, brand_id, position });
    return second.state;
  };

const decideFirst = <State, Command, Event extends DomainEvent>(
  { decider, id, command }: Beginning<State, Command, Event>,
  envelope: Envelope,
): { readonly stream: string; readonly events: readonly NewEvent[]; readonly state: State } => {
  const stream = `${decider.category}-${id}`;
  const decided = decider.decide(decider.initial, command);
  return {
    stream,
    events: envelop(stream, decided, envelope),
    state: fold(decider, decider.initial, asHappened(decided, envelope)),
  };
};
