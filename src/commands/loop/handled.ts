import type { Conditions } from '../../event-store/event-store.ts';
import type { Folded } from './folded.ts';

export interface HandleOptions {
  /** What must hold when the events are appended, to a `fresh` stream. Throws ConditionsFailed if it does not. */
  readonly conditions?: Conditions;
  /** Everything else was read when the stream was at this revision: if it has moved on, throws RevisionConflict. */
  readonly revision?: number;
  /**
   * The generation of keys when the command began to read. Throws KeysDestroyed if somebody was erased since: the command
   * may name the erased person.
   */
  readonly keysAsOf?: number | undefined;
  /** The command id was claimed before: search the whole stream for its events first. */
  readonly repeat?: boolean;
  /** This very command made the stream's id: a stream that cannot exist need not be read. */
  readonly fresh?: boolean;
}

export interface Handled<State, Event> extends Folded<State> {
  /** The events of this command: recorded now, or found if it was done before; [] if nothing had to be recorded. */
  readonly events: readonly Event[];
  /** Position of the last of them; null if there are none. */
  readonly position: number | null;
  /** The command had been carried out before. */
  readonly duplicate: boolean;
}

/** What a command has recorded on a stream. */
export interface Recorded {
  readonly category: string;
  readonly id: string | number;
  readonly brand_id: string;
  readonly position: number;
}
