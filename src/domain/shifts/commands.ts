import type { ShiftAccepted, ShiftOpened } from './events.ts';

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
