import { type Decider, type DomainEvent, fold } from '../../domain/decider.ts';
import { RevisionConflict } from '../../event-store/event-store.ts';
import { asHappened, type Envelope } from './envelope.ts';
import type { Folded } from './folded.ts';
import type { Handled, HandleOptions } from './handled.ts';

const MAX_CHAINED = 100;

/** A command that waits for its stream, with the callbacks of its caller. */
export interface Pending {
  readonly command: unknown;
  readonly envelope: Envelope;
  readonly options: HandleOptions;
  /**
   * For a repeat, in a store that goes by ids: tells its events from those of another run of the command at this
   * moment.
   */
  readonly run?: string;
  readonly resolve: (handled: Handled<unknown, DomainEvent>) => void;
  readonly reject: (error: unknown) => void;
}

/** A queue holds commands of any aggregate: the type of its stream's. */
export type AnyDecider = Decider<unknown, unknown, DomainEvent>;

/** A command that was decided on a state that is not in the log yet. */
export interface Decided {
  readonly pending: Pending;
  readonly events: readonly DomainEvent[];
  readonly after: Folded<unknown>;
}

/**
 * How many from the head of the queue are decided together. A repeat goes alone: the first run may be right before it,
 * and must be in the log when the repeat looks for it there. A command with conditions goes alone too.
 */
export const chainLength = (waiting: readonly Pending[]): number => {
  const loner = waiting.findIndex(({ options }) => options.repeat || options.conditions);
  if (loner === 0) return 1;
  return Math.min(loner < 0 ? waiting.length : loner, MAX_CHAINED);
};

/** Decides one command after another, each on the state after those before it. Nothing is recorded yet. */
export const decideAll = (stream: string, decider: AnyDecider, batch: readonly Pending[], from: Folded<unknown>) => {
  const decided: Decided[] = [];
  const refused: { pending: Pending; error: unknown }[] = [];
  let { state, revision } = from;
  for (const pending of batch) {
    try {
      const seen = pending.options.revision;
      if (seen !== undefined && seen !== revision) throw new RevisionConflict(stream, seen);
      const events = decider.decide(state, pending.command);
      // Only whole commands: if one fails at its second event, later ones must not see the first.
      state = fold(decider, state, asHappened(events, pending.envelope));
      revision += events.length;
      decided.push({ pending, events, after: { state, revision } });
    } catch (error) {
      refused.push({ pending, error });
    }
  }
  return { decided, refused };
};
