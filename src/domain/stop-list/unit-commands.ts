import type { HeldUnits } from './state.ts';

interface OfPoint {
  readonly brand_id: string;
  readonly point_id: string;
}

export interface WantedUnits extends HeldUnits {
  /** The product's name, for the message of a refusal. */
  readonly name: string;
}

interface Sale {
  /** It is sold already: it is refused nothing, and takes as many units as are left. */
  readonly is_sold?: boolean | undefined;
}

export type UnitsCommand =
  /**
   * Takes the units of an order that is about to be placed, for its lines and its modifiers. No events if it has no
   * limited product, or if it has the units already.
   */
  | (OfPoint & {
      readonly type: 'TakeUnits';
      readonly order_id: number;
      readonly hold_id: string;
      readonly wanted: readonly WantedUnits[];
    } & Sale)
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
    } & Sale)
  | (OfPoint & { readonly type: 'ReturnUnits'; readonly order_id: number; readonly hold_ids: readonly string[] })
  /** Gives back the units of these holds that are more than `kept`. */
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
