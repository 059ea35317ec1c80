import type { LoyaltyCustomer } from '../loyalty/answers.ts';
import type { LoyaltyHoldRequested } from './events.ts';

/** Points that the loyalty service may hold for a cheque. */
export type LoyaltyHold = Pick<LoyaltyHoldRequested, 'operation_id' | 'customer_id' | 'amount'>;

/** What the loyalty service has to do with an order so far. */
export interface OrderLoyalty {
  /** Of the next hold: a new one for each hold after one that ended, and for each closing. */
  readonly ordinal: number;
  readonly closings: number;
  /** The hold that was asked for. The service may have it or not. */
  readonly hold: LoyaltyHold | null;
  /** The hold of the closing that was undone: the next closing may use it, if it was not told to the service. */
  readonly undone: (LoyaltyHold & { readonly hold_id: string | number | null }) | null;
  readonly customer: LoyaltyCustomer | null;
}

export const NO_LOYALTY: OrderLoyalty = { ordinal: 1, closings: 0, hold: null, undone: null, customer: null };
