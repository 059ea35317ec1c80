import type { Decider, DomainEvent } from '../../domain/decider.ts';

/**
 * Throws the refusal that a command would get on this state, and records nothing. For steps elsewhere that come before
 * the command itself (a number is given, units are taken, guests move): they should not happen for a command that is
 * refused.
 */
export const askFirst = <State, Command, Event extends DomainEvent>(
  decider: Pick<Decider<State, Command, Event>, 'decide'>,
  state: State,
  command: Command,
): void => {
  decider.decide(state, command);
};
