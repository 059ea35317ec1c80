import type { HeldUnits } from './state.ts';

interface OfPoint {
  readonly brand_id: string;
  readonly point_id: string;
}

export interface WantedUnits extends HeldUnits {
  /** For the refusal's message. */
  readonly name: string;
}

export type UnitsCommand =
  /**
   * For an order that is about to be placed, lines and modifiers alike. No events if nothing of it is limited, or if
   * the order has the units already.
   */
  | (OfPoint & {
      readonly type: 'TakeUnits';
      readonly order_id: number;
      readonly hold_id: string;
      readonly wanted: readonly WantedUnits[];
    })
  /**
   * Checks whether the order may still have its products. Takes the units that `own_hold_ids` do not hold yet, into
   * `hold_id`.
   */
  | (OfPoint & {
      readonly type: 'RecheckHold';
      readonly order_id: number;
      readonly hold_id: string;
      readonly own_hold_ids: readonly string[];
      readonly wanted: readonly WantedUnits[];
    })
  | (OfPoint & { readonly type: 'ReturnUnits'; readonly order_id: number; readonly hold_ids: readonly string[] })
  /** Units of these holds of the order beyond `kept` go back. */
  | (OfPoint & {
      readonly type: 'FitHolds';
      readonly order_id: number;
      readonly hold_ids: readonly string[];
      readonly kept: readonly HeldUnits[];
    })
  | (OfPoint & {
      readonly type: 'SettleHolds';
      readonly holds: readonly { readonly order_id: number; readonly hold_id: string }[];
    });
