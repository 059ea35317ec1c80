import { type PagedById, withPagedEntry } from '../collections/paged-by-id.ts';
import { evolveMoney, type MoneyState, withoutShift } from '../money/state.ts';
import type { ShiftOpened, TillEvent } from './events.ts';

/** Who the cashier is, the employee's own stream says. */
export type OpenShift = Omit<ShiftOpened, 'personal'>;

/** The till of a point: one shift at a time, and the numbers of its cheques and returns. */
export interface TillState {
  readonly open_shift: OpenShift | null;
  /** Closed shifts whose money is not handed over yet. */
  readonly unaccepted_shift_ids: readonly number[];
  /** Number of the point's last shift; 0 before the first. */
  readonly last_shift_number: number;
  /** Number of the point's last cheque; 0 before the first. Numbers go on from shift to shift. */
  readonly last_cheque_number: number;
  /** Cheque numbers given in the open shift, by order_id. */
  readonly numbers: PagedById<number>;
  /** Number of the point's last return; 0 before the first. */
  readonly last_document_number: number;
  /** By order_id: the number of its cheque's last return. */
  readonly return_numbers: PagedById<{ readonly ordinal: number; readonly document_number: number }>;
  /** The movements of money of shifts that are not handed over yet. */
  readonly money: MoneyState;
  /** How often money was moved here, cancellations included. */
  readonly money_changes: number;
}

export const evolveTill = (state: TillState, event: TillEvent): TillState => {
  switch (event.type) {
    case 'ShiftOpened': {
      const { personal: _, ...open_shift } = event.data;
      return { ...state, open_shift, last_shift_number: open_shift.shift_number };
    }
    case 'ShiftClosed':
      return {
        ...state,
        open_shift: null,
        unaccepted_shift_ids: [...state.unaccepted_shift_ids, event.data.shift_id],
        numbers: [],
      };
    case 'ShiftAccepted':
      return {
        ...state,
        unaccepted_shift_ids: state.unaccepted_shift_ids.filter((shiftId) => shiftId !== event.data.shift_id),
        money: withoutShift(state.money, event.data.shift_id),
      };
    case 'ChequeNumbered': {
      const { order_id, cheque_number } = event.data;
      return {
        ...state,
        last_cheque_number: cheque_number,
        numbers: withPagedEntry(state.numbers, order_id, cheque_number),
      };
    }
    case 'ReturnNumbered': {
      const { order_id, ordinal, document_number } = event.data;
      return {
        ...state,
        last_document_number: document_number,
        return_numbers: withPagedEntry(state.return_numbers, order_id, { ordinal, document_number }),
      };
    }
    default:
      return { ...state, money: evolveMoney(state.money, event), money_changes: state.money_changes + 1 };
  }
};
