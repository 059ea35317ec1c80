import type { Conditions } from '../../event-store/event-store.ts';
import type { Folded } from './stream-cache.ts';

export interface HandleOptions {
  /** What must hold when the events are appended, to a stream that is `fresh`. Throws ConditionsFailed if it does not. */
  readonly conditions?: Conditions;
  /** What else was read fits the stream as it was at this revision: once it has gone on, throws RevisionConflict. */
  readonly revision?: number;
  /** The command id was claimed before: look for its events in the whole stream first. */
  readonly repeat?: boolean;
  /** The stream's id was minted by this very command: skip reading a stream that can't exist. */
  readonly fresh?: boolean;
}

export interface Handled<State, Event> extends Folded<State> {
  /** The events of this command: recorded now, or found when it was done before; [] when nothing had to happen. */
  readonly events: readonly Event[];
  /** Position of the last of them; null when there are none. */
  readonly position: number | null;
  /** The command had been carried out before. */
  readonly duplicate: boolean;
}
