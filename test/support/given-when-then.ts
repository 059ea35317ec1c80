import { expect } from 'vitest';
import { type Decider, type DomainEvent, fold } from '../../src/domain/decider.ts';
import { Refusal, type RefusalKind } from '../../src/domain/refusal.ts';
import type { EventCatalogue } from '../../src/event-store/codec.ts';

/**
 * Tells a decider's rules as examples: `given(...history).when(command).then(...events)`.
 * Beside what an example says, every run checks what all deciders promise: states and events are never changed in
 * place, a state survives its snapshot, and an event loses nothing to its stored schema.
 */
export const specOf = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  catalogue: EventCatalogue,
) => {
  const stateAfter = (events: readonly Event[]): State => {
    const state = fold({ evolve: (before, event) => freeze(decider.evolve(before, event)) }, freeze(decider.initial), [
      ...freeze(events),
    ]);
    expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state);
    return state;
  };

  const decide = (state: State, command: Command): readonly Event[] => {
    const events = decider.decide(state, freeze(command));
    for (const { type, data } of events) expect(catalogue[type]?.schema.parse(data)).toStrictEqual(data);
    return events;
  };

  const given = (...history: Event[]) => ({
    state: () => stateAfter(history),
    when: (command: Command) => ({
      /** Exactly these events follow. */
      // biome-ignore lint/suspicious/noThenProperty: reads as given, when, then; an example is never awaited
      then: (...expected: Event[]) => expect(decide(stateAfter(history), command)).toEqual(expected),
      /** It was done already: nothing follows, and nothing is refused. */
      thenNothing: () => expect(decide(stateAfter(history), command)).toEqual([]),
      thenRefused: (kind: RefusalKind, code: string, params: Refusal['params'] = {}) => {
        let refusal: unknown;
        try {
          decider.decide(stateAfter(history), freeze(command));
        } catch (error) {
          refusal = error;
        }
        expect(refusal).toBeInstanceOf(Refusal);
        expect(refusal).toMatchObject({ kind, code, params });
      },
      /** The events that follow, and the state after them. */
      result: () => {
        const events = decide(stateAfter(history), command);
        return { events, state: stateAfter([...history, ...events]) };
      },
    }),
  });
  return { given };
};

const freeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
};
