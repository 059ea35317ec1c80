import type { Decider, DomainEvent } from '../../domain/decider.ts';
import { isOwn, type NewEvent, type RecordedEvent } from '../../event-store/event-store.ts';

/** A stream folded up to a revision; -1 = the stream does not exist. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number;
}

/**
 * A fold that knows its last commands. After a command id is claimed, its command waits in a queue here. Meanwhile
 * another app process may carry out a repeat of the same command: then its events are in the fold, and it must not be
 * decided again.
 */
export interface CachedFold<State> extends Folded<State> {
  /** The last one is the command of the event at `revision`. */
  readonly recent_command_ids: readonly string[];
}

export type StateDecider<State> = Pick<Decider<State, never, DomainEvent>, 'evolve' | 'initial' | 'stateVersion'>;

/** How many ids of its last commands a cached stream remembers. */
const REMEMBERED = 200;

/** The fold of a stream that does not exist, or of which nothing has been read. */
export const untouched = <State>(decider: Pick<StateDecider<State>, 'initial'>): CachedFold<State> => ({
  state: decider.initial,
  revision: -1,
  recent_command_ids: [],
});

export const remember = (ids: readonly string[], events: readonly NewEvent[]): readonly string[] => {
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
export const endsWith = ({ recent_command_ids }: CachedFold<unknown>, event: RecordedEvent | undefined): boolean =>
  event !== undefined && (event.metadata.command_id ?? null) === (recent_command_ids.at(-1) ?? null);

/**
 * Events of the aggregate's stream as its decider knows them: only this decider writes there, and the codec has checked
 * that the data fits the type. What another program wrote into the stream is left out: no decider knows it.
 */
export const asDomainEvents = <State, Event extends DomainEvent>(
  _: Pick<Decider<State, never, Event>, 'evolve'>,
  events: readonly NewEvent[],
): Event[] => events.filter(isOwn) as unknown as Event[];
