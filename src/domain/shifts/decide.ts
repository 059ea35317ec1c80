import { pagedEntryOf } from '../collections/paged-by-id.ts';
import type { Decider } from '../decider.ts';
import { laterOf } from '../later-of.ts';
import { decideMoneyOfTill } from '../money/decide.ts';
import { NO_MONEY } from '../money/state.ts';
import { conflict, Refusal } from '../refusal.ts';
import type { TillCommand } from './commands.ts';
import type { TillEvent } from './events.ts';
import type { OpenCheques } from './open-cheques.ts';
import { evolveTill, type OpenShift, type TillState } from './state.ts';

const decide = (state: TillState, command: TillCommand): readonly TillEvent[] => {
  switch (command.type) {
    case 'OpenShift': {
      if (state.open_shift) throw conflict('shift_already_open');
      return [{ type: 'ShiftOpened', data: { ...command.shift, shift_number: state.last_shift_number + 1 } }];
    }
    case 'CloseShift': {
      const { shift_id, point_id, brand_id, opened_at } = requireOpen(state);
      if (shift_id !== command.shift_id) throw conflict('shift_not_open');
      const { counted_cash, left_cash, open_cheques } = command;
      if (open_cheques && open_cheques.count > 0) throw hasOpenCheques(open_cheques);
      const closed_at = laterOf(opened_at, command.at);
      return [{ type: 'ShiftClosed', data: { shift_id, point_id, brand_id, counted_cash, left_cash, closed_at } }];
    }
    case 'AcceptShift': {
      const { accepted } = command;
      if (state.open_shift?.shift_id === accepted.shift_id) throw conflict('shift_not_closed');
      if (!state.unaccepted_shift_ids.includes(accepted.shift_id)) throw conflict('shift_already_accepted');
      // The expected money is out of date: the command adds it up again.
      if (state.money_changes !== command.money_changes) throw conflict('shift_money_changed');
      return [{ type: 'ShiftAccepted', data: accepted }];
    }
    case 'NumberCheque': {
      const { shift_id, point_id, brand_id } = requireOpen(state);
      const { order_id } = command;
      if (pagedEntryOf(state.numbers, order_id) !== undefined) return [];
      const cheque_number = state.last_cheque_number + 1;
      return [{ type: 'ChequeNumbered', data: { point_id, brand_id, order_id, shift_id, cheque_number } }];
    }
    case 'NumberReturn': {
      const { type: _, ...data } = command;
      const given = pagedEntryOf(state.return_numbers, data.order_id);
      if (given && given.ordinal >= data.ordinal) return [];
      return [{ type: 'ReturnNumbered', data: { ...data, document_number: state.last_document_number + 1 } }];
    }
    case 'MoveMoney':
      requireUnaccepted(state, command.movement.shift_id);
      return decideMoneyOfTill(state.money, command);
    case 'TransferMoney':
      for (const shiftId of command.own_shift_ids) requireUnaccepted(state, shiftId);
      return decideMoneyOfTill(state.money, command);
    default:
      return decideMoneyOfTill(state.money, command);
  }
};

/** The money of a shift is final when it was handed over. */
export const requireUnaccepted = (
  { open_shift, unaccepted_shift_ids }: Pick<TillState, 'open_shift' | 'unaccepted_shift_ids'>,
  shiftId: number | null,
): void => {
  if (shiftId === null || open_shift?.shift_id === shiftId || unaccepted_shift_ids.includes(shiftId)) return;
  throw conflict('shift_already_accepted');
};

const hasOpenCheques = ({ count, amount, cheques: open_cheques }: OpenCheques): Refusal =>
  new Refusal('conflict', 'shift_has_open_cheques', { count, amount }, { details: { open_cheques } });

const requireOpen = ({ open_shift }: TillState): OpenShift => {
  if (!open_shift) throw conflict('shift_not_open');
  return open_shift;
};

export const tillDecider: Decider<TillState, TillCommand, TillEvent> = {
  category: 'till',
  stateVersion: 5,
  initial: {
    open_shift: null,
    unaccepted_shift_ids: [],
    last_shift_number: 0,
    last_cheque_number: 0,
    numbers: [],
    last_document_number: 0,
    return_numbers: [],
    money: NO_MONEY,
    money_changes: 0,
  },
  evolve: evolveTill,
  decide,
};
