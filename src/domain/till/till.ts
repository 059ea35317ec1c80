import type { Decider } from '../decider.ts';
import { conflict } from '../refusal.ts';
import type { ShiftOpened, TillEvent } from './events.ts';

/** The till of a point: one shift at a time, and the numbers of its cheques. */
export interface TillState {
  readonly open_shift: ShiftOpened | null;
  /** Number of the point's last shift; 0 before the first. */
  readonly last_shift_number: number;
  /** Number of the point's last cheque; 0 before the first. Numbers go on from shift to shift. */
  readonly last_cheque_number: number;
  /** Cheque numbers given in the open shift, by order_id. */
  readonly numbers: Readonly<Record<number, number>>;
}

export type TillCommand =
  | { readonly type: 'OpenShift'; readonly shift: Omit<ShiftOpened, 'shift_number'> }
  | {
      readonly type: 'CloseShift';
      readonly shift_id: number;
      readonly counted_cash: number | null;
      readonly at: string;
    }
  /** Numbers the order's cheque. A number is kept when the closing is refused afterwards, and taken by the next try. */
  | { readonly type: 'NumberCheque'; readonly order_id: number };

const decide = (state: TillState, command: TillCommand): readonly TillEvent[] => {
  const { open_shift } = state;
  if (command.type === 'OpenShift') {
    if (open_shift) throw conflict('shift_already_open');
    return [{ type: 'ShiftOpened', data: { ...command.shift, shift_number: state.last_shift_number + 1 } }];
  }
  if (!open_shift) throw conflict('shift_not_open');
  const { shift_id, point_id, brand_id } = open_shift;
  if (command.type === 'CloseShift') {
    if (shift_id !== command.shift_id) throw conflict('shift_not_open');
    const { counted_cash, at: closed_at } = command;
    return [{ type: 'ShiftClosed', data: { shift_id, point_id, brand_id, counted_cash, closed_at } }];
  }
  const { order_id } = command;
  if (state.numbers[order_id] !== undefined) return [];
  const cheque_number = state.last_cheque_number + 1;
  return [{ type: 'ChequeNumbered', data: { point_id, brand_id, order_id, shift_id, cheque_number } }];
};

const evolve = (state: TillState, event: TillEvent): TillState => {
  switch (event.type) {
    case 'ShiftOpened':
      return { ...state, open_shift: event.data, last_shift_number: event.data.shift_number };
    case 'ShiftClosed':
      return { ...state, open_shift: null, numbers: {} };
    case 'ChequeNumbered': {
      const { order_id, cheque_number } = event.data;
      return {
        ...state,
        last_cheque_number: cheque_number,
        numbers: { ...state.numbers, [order_id]: cheque_number },
      };
    }
  }
};

export const tillDecider: Decider<TillState, TillCommand, TillEvent> = {
  category: 'till',
  stateVersion: 1,
  initial: { open_shift: null, last_shift_number: 0, last_cheque_number: 0, numbers: {} },
  evolve,
  decide,
};
