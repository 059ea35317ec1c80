import { randomUUID } from 'node:crypto';
import type { Envelope } from '../../src/commands/loop/envelope.ts';
import type { Decider } from '../../src/domain/decider.ts';
import { conflict } from '../../src/domain/refusal.ts';

/** The smallest aggregate with a rule that races can break: a stock that may not go below zero. */
export interface Tally {
  readonly left: number;
  readonly taken: number;
}

export type TallyCommand =
  | { type: 'Fill'; units: number }
  | { type: 'Take' }
  | { type: 'Nothing' }
  | { type: 'Poison' };
export type TallyEvent = { type: 'Filled'; data: { units: number } } | { type: 'Taken'; data: { note: unknown } };

export const tallyDecider: Decider<Tally, TallyCommand, TallyEvent> = {
  category: 'tally',
  stateVersion: 1,
  initial: { left: 0, taken: 0 },
  evolve: (state, event) =>
    event.type === 'Filled'
      ? { ...state, left: state.left + event.data.units }
      : { left: state.left - 1, taken: state.taken + 1 },
  decide: (state, command) => {
    if (command.type === 'Fill') return [{ type: 'Filled', data: { units: command.units } }];
    if (command.type === 'Nothing') return [];
    if (state.left === 0) throw conflict('none_left');
    // JSON has no form for a BigInt: the store must refuse this one, and this one alone.
    return [{ type: 'Taken', data: { note: command.type === 'Poison' ? 1n : null } }];
  },
};

export const envelope = (command_id: string = randomUUID()): Envelope => ({
  command_id,
  correlation_id: 'test',
  causation_id: null,
  actor: { kind: 'venue', id: 'test', name: 'test' },
  brand_id: '00000000-0000-4000-8000-000000000001',
  occurred_at: '2026-03-01T09:00:00.000Z',
});
