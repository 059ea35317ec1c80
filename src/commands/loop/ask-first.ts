import type { Decider, DomainEvent } from '../../domain/decider.ts';

/**
 * Throws the refusal a command would get on this state, and records nothing. For what has to happen elsewhere before the
 * command itself (a number is given, units are taken, guests move): it should not happen for a command that is refused.
 */
export const askFirst = <State, Command, Event extends DomainEvent>(
  decider: Pick<Decider<State, Command, Event>, 'decide'>,
  state: State,
  command: Command,
): void => {
  decider.decide(state, command);
};
