/**
 * An aggregate as three pure functions. `decide` takes the state and a command, and returns the events that follow. It
 * returns no events if the command was already done, and throws a Refusal if it is not allowed. `evolve` folds one
 * event into the state and never fails: a recorded event has happened.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  /** Stream names are `category-id`; no dash inside the category. */
  readonly category: string;
  /** Raise it when the shape of State changes: stored snapshots of another version are ignored. */
  readonly stateVersion: number;
  readonly initial: State;
  evolve(state: State, event: Event): State;
  decide(state: State, command: Command): readonly Event[];
}

export interface DomainEvent {
  readonly type: string;
  readonly data: object;
  /** When it happened. Events have it that are in the log, or come from a command. */
  readonly metadata?: { readonly occurred_at: string };
}

/** With the time when it happened, if it is known. */
export type Happened<Event> = Event & Pick<DomainEvent, 'metadata'>;

/** Folds a history. */
export const fold = <State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event>, 'evolve'>,
  state: State,
  events: Iterable<Event>,
): State => {
  let folded = state;
  for (const event of events) folded = decider.evolve(folded, event);
  return folded;
};
