import type { TillMoneyCommand } from '../money/commands.ts';
import type { ShiftAccepted, ShiftOpened } from './events.ts';
import type { OpenCheques } from './open-cheques.ts';

export type TillCommand =
  | { readonly type: 'OpenShift'; readonly shift: Omit<ShiftOpened, 'shift_number'> }
  | {
      readonly type: 'CloseShift';
      readonly shift_id: number;
      readonly counted_cash: number | null;
      readonly left_cash: number;
      readonly at: string;
      /** The open cheques of the point. Null: they stay for the next shift, on purpose. */
      readonly open_cheques: OpenCheques | null;
    }
  | {
      readonly type: 'AcceptShift';
      readonly accepted: ShiftAccepted;
      /** What the till's state said when the expected money was added up. */
      readonly money_changes: number;
    }
  /** Gives the order's cheque a number. If the closing is refused afterwards, the next attempt gets the same number. */
  | { readonly type: 'NumberCheque'; readonly order_id: number }
  /** Gives the cheque's first, second, … return a number, kept in the same way. */
  | {
      readonly type: 'NumberReturn';
      readonly brand_id: string;
      readonly point_id: string;
      readonly order_id: number;
      readonly ordinal: number;
    }
  /** Movements of money that touch a shift. */
  | TillMoneyCommand;
