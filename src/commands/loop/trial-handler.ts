import { type Decider, type DomainEvent, fold } from '../../domain/decider.ts';
import { asHappened } from './envelope.ts';
import type { Folded } from './folded.ts';
import type { CommandHandler } from './handle.ts';

/** A command loop that decides and records nothing: each command sees what those before it would have recorded. */
export interface TrialHandler extends CommandHandler {
  /** The states of a category that commands have read or would have changed, as they would be now. */
  statesOf<State>(decider: Pick<Decider<State, never, DomainEvent>, 'category'>): readonly State[];
}

/** Each stream is read from the log once. `handler`: what reads it. */
export const createTrialHandler = (handler: Pick<CommandHandler, 'load' | 'recorded'>): TrialHandler => {
  const streams = new Map<string, Folded<unknown>>();
  const load = async <State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<Folded<State>> => {
    const stream = `${decider.category}-${id}`;
    const known = (streams.get(stream) as Folded<State> | undefined) ?? (await handler.load(decider, id));
    streams.set(stream, known);
    return known;
  };
  return {
    takesConditions: false,
    keysAsOf: () => undefined,
    load,
    recorded: (decider, id, commandId) => handler.recorded(decider, id, commandId),
    handle: async (decider, id, command, envelope, { repeat = false } = {}) => {
      const found = repeat ? await handler.recorded(decider, id, envelope.command_id) : null;
      if (found) return found;
      const before = await load(decider, id);
      const events = decider.decide(before.state, command);
      const state = fold(decider, before.state, asHappened(events, envelope) as unknown as typeof events);
      const revision = before.revision + events.length;
      streams.set(`${decider.category}-${id}`, { state, revision });
      return { state, revision, events, position: null, duplicate: false };
    },
    beginBoth: () => {
      throw new Error('no command that is tried begins two streams at once');
    },
    forget: () => streams.clear(),
    statesOf: <State>({ category }: { readonly category: string }) =>
      [...streams].flatMap(([stream, { state }]) => (stream.startsWith(`${category}-`) ? [state as State] : [])),
  };
};
