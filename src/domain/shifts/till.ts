import { type PagedById, pagedEntryOf, withPagedEntry } from '../collections/paged-by-id.ts';
import type { Decider } from '../decider.ts';
import { laterOf } from '../later-of.ts';
import { conflict } from '../refusal.ts';
import type { ShiftAccepted, ShiftOpened, TillEvent } from './events.ts';

/** The till of a point: one shift at a time, and the numbers of its cheques and returns. */
export interface TillState {
  readonly open_shift: ShiftOpened | null;
  /** Closed, and the money not handed over yet. */
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
}

export type TillCommand =
  | { readonly type: 'OpenShift'; readonly shift: Omit<ShiftOpened, 'shift_number'> }
  | {
      readonly type: 'CloseShift';
      readonly shift_id: number;
      readonly counted_cash: number | null;
      readonly at: string;
    }
  | { readonly type: 'AcceptShift'; readonly accepted: ShiftAccepted }
  /** Numbers the order's cheque. A number is kept when the closing is refused afterwards, and taken by the next try. */
  | { readonly type: 'NumberCheque'; readonly order_id: number }
  /** Numbers the cheque's first return, second…; kept likewise. */
  | {
      readonly type: 'NumberReturn';
      readonly brand_id: string;
      readonly point_id: string;
      readonly order_id: number;
      readonly ordinal: number;
    };

const decide = (state: TillState, command: TillCommand): readonly TillEvent[] => {
  switch (command.type) {
    case 'OpenShift': {
      if (state.open_shift) throw conflict('shift_already_open');
      return [{ type: 'ShiftOpened', data: { ...command.shift, shift_number: state.last_shift_number + 1 } }];
    }
    case 'CloseShift': {
      const { shift_id, point_id, brand_id, opened_at } = requireOpen(state);
      if (shift_id !== command.shift_id) throw conflict('shift_not_open');
      const { counted_cash } = command;
      const closed_at = laterOf(opened_at, command.at);
      return [{ type: 'ShiftClosed', data: { shift_id, point_id, brand_id, counted_cash, closed_at } }];
    }
    case 'AcceptShift': {
      const { accepted } = command;
      if (state.open_shift?.shift_id === accepted.shift_id) throw conflict('shift_not_closed');
      if (!state.unaccepted_shift_ids.includes(accepted.shift_id)) throw conflict('shift_already_accepted');
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
  }
};

const requireOpen = ({ open_shift }: TillState): ShiftOpened => {
  if (!open_shift) throw conflict('shift_not_open');
  return open_shift;
};

const evolve = (state: TillState, event: TillEvent): TillState => {
  switch (event.type) {
    case 'ShiftOpened':
      return { ...state, open_shift: event.data, last_shift_number: event.data.shift_number };
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
  }
};

export const tillDecider: Decider<TillState, TillCommand, TillEvent> = {
  category: 'till',
  stateVersion: 3,
  initial: {
    open_shift: null,
    unaccepted_shift_ids: [],
    last_shift_number: 0,
    last_cheque_number: 0,
    numbers: [],
    last_document_number: 0,
    return_numbers: [],
  },
  evolve,
  decide,
};
