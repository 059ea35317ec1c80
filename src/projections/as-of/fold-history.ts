import { eachInTurns } from '../../concurrency/turns.ts';
import type { Decider, DomainEvent } from '../../domain/decider.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import type { Folding } from './folding.ts';

type Aggregate<State, Event extends DomainEvent> = Pick<
  Decider<State, never, Event>,
  'category' | 'initial' | 'evolve'
>;

/** Whether the event is the aggregate's, by the name of its stream. */
export const isOf = (
  { category }: Pick<Aggregate<never, never>, 'category'>,
  { stream }: Pick<RecordedEvent, 'stream'>,
): boolean => stream.startsWith(`${category}-`);

/** Those events of a history that are the aggregate's. */
export const eventsOf = (
  aggregate: Pick<Aggregate<never, never>, 'category'>,
  history: readonly RecordedEvent[],
): readonly RecordedEvent[] => history.filter((event) => isOf(aggregate, event));

/** The aggregate's own fold. Events of other streams change nothing. */
export const foldingOf = <State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>): Folding<State> => ({
  initial: aggregate.initial,
  // Only this aggregate writes its streams, and the codec has checked that the data fits the type.
  evolve: (state, event) => (isOf(aggregate, event) ? aggregate.evolve(state, event as unknown as Event) : state),
});

/** The last value that an event gives, for entities whose every event has them whole. */
export const lastOf = <Value>(valueIn: (event: RecordedEvent) => Value | undefined): Folding<Value | null> => ({
  initial: null,
  evolve: (value, event) => valueIn(event) ?? value,
});

/** The state after these events. A long history takes long: others have their turns in between. */
export const foldAll = async <Folded>(
  { initial, evolve }: Folding<Folded>,
  events: readonly RecordedEvent[],
): Promise<Folded> => {
  let folded = initial;
  await eachInTurns(events, (event) => {
    folded = evolve(folded, event);
  });
  return folded;
};
