import { asDomainEvents } from '../../commands/loop/folded.ts';
import { type Decider, type DomainEvent, fold } from '../../domain/decider.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';

type Aggregate<State, Event extends DomainEvent> = Pick<
  Decider<State, never, Event>,
  'category' | 'initial' | 'evolve'
>;

/** Those events of a history that are the aggregate's, by the names of their streams. */
export const eventsOf = (
  { category }: Pick<Aggregate<never, never>, 'category'>,
  history: readonly RecordedEvent[],
): readonly RecordedEvent[] => history.filter(({ stream }) => stream.startsWith(`${category}-`));

/** The aggregate as its events in the history made it. */
export const foldHistory = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  history: readonly RecordedEvent[],
): State => fold(aggregate, aggregate.initial, asDomainEvents(aggregate, eventsOf(aggregate, history)));
