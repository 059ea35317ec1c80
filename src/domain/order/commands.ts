import type { ChequePayment, OrderPlaced } from './events.ts';

export interface Cancellation {
  readonly cancel_cause_id: number | null;
  readonly cancel_cause_name: string | null;
  readonly comment: string | null;
}

export interface CloseCheque {
  readonly type: 'CloseCheque';
  readonly shift_id: number;
  readonly cheque_number: number;
  readonly cashier_id: number;
  readonly business_date: string;
  readonly at: string;
  readonly payments: readonly ChequePayment[];
}

/** What leads an order out of its waiting: for the payment, for an operator's word, for its time. */
export type WaitingCommand =
  | { readonly type: 'RegisterPayment'; readonly provider_payment_id: string; readonly amount: number }
  | { readonly type: 'FailPayment'; readonly reason: string }
  /** The time to pay is over. Nothing if the payment came just before. */
  | { readonly type: 'ExpirePayment' }
  | { readonly type: 'ConfirmOrder' }
  | ({ readonly type: 'RejectOrder' } & Cancellation)
  | { readonly type: 'ReleasePreorder' }
  /** At its release the stop-list had not enough of these. */
  | { readonly type: 'FlagShortage'; readonly product_ids: readonly number[] };

/** What the till and the kitchen do with it. */
export type TillCommand =
  | { readonly type: 'AcceptOrder' }
  | { readonly type: 'SendToKitchen'; readonly line_ids?: readonly number[] | undefined }
  | { readonly type: 'StartCooking' }
  | { readonly type: 'PackOrder' }
  | { readonly type: 'HandToCourier'; readonly courier_id: number | null }
  | { readonly type: 'DeliverOrder' }
  | CloseCheque;

export type DeletionCommand =
  | ({ readonly type: 'CancelOrder' } & Cancellation)
  | ({ readonly type: 'DeleteCheque' } & Cancellation);

export type OrderCommand =
  | { readonly type: 'PlaceOrder'; readonly order: OrderPlaced }
  /** The units of this hold go back: no order may be placed on them. Nothing if one was. */
  | {
      readonly type: 'AbandonOrder';
      readonly order_id: number;
      readonly brand_id: string;
      readonly point_id: string;
      readonly hold_id: string;
    }
  | WaitingCommand
  | TillCommand
  | DeletionCommand;
