import type { ChequeAssigned, ChequeOpened, ChequePayment, GoodsReturned, OrderPlaced } from './events.ts';
import type { PricedItem } from './pricing.ts';

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
  /** Products of its lines as they are now; one that is missing stays as it was ordered. */
  readonly products: readonly ProductSnapshot[];
}

export interface ProductSnapshot {
  readonly product_id: number;
  readonly category_id: number | null;
  readonly cost: number | null;
}

/** Parts of a unit can be had of these products. */
interface OfDivisibles {
  readonly divisible_product_ids: readonly number[];
}

export interface AddItems {
  readonly type: 'AddItems';
  readonly items: readonly PricedItem[];
  readonly hold_id: string | null;
}

export interface RemoveItem extends OfDivisibles {
  readonly type: 'RemoveItem';
  readonly line_id: number;
  readonly quantity: number;
  readonly reason: string;
}

/** What is left out stays. */
export interface AdjustCheque {
  readonly type: 'AdjustCheque';
  readonly discount?: number | undefined;
  readonly service_amount?: number | undefined;
  readonly delivery_amount?: number | undefined;
}

/** What is left out stays; null takes it away. */
export interface AssignCheque {
  readonly type: 'AssignCheque';
  readonly assigned: { readonly [Field in keyof Omit<ChequeAssigned, 'order_id'>]?: ChequeAssigned[Field] | undefined };
}

export interface ReturnGoods
  extends OfDivisibles,
    Pick<
      GoodsReturned,
      | 'return_id'
      | 'shift_id'
      | 'document_number'
      | 'business_date'
      | 'payment_type_id'
      | 'payment_type_name'
      | 'payment_category_id'
      | 'service_amount'
      | 'delivery_amount'
      | 'debt_amount'
    > {
  readonly type: 'ReturnGoods';
  /** Which return of the cheque it is, 1 the first: its document number was given to that one. */
  readonly ordinal: number;
  readonly at: string;
  readonly lines: readonly { readonly line_id: number; readonly quantity: number }[];
  /** Undefined: all that is not set off against a debt. */
  readonly refunded_amount: number | undefined;
}

/** What the till does with what is in the cheque, and with the closed one. */
export type ChequeCommand =
  | AddItems
  /** The units of this hold go back: no items may come on them. Nothing if they came. */
  | { readonly type: 'AbandonItems'; readonly hold_id: string }
  | RemoveItem
  | AdjustCheque
  | AssignCheque
  | CloseCheque
  | { readonly type: 'ReopenCheque'; readonly reason: string }
  | ReturnGoods;

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
  | { readonly type: 'DeliverOrder' };

export type DeletionCommand =
  | ({ readonly type: 'CancelOrder' } & Cancellation)
  | ({ readonly type: 'DeleteCheque' } & Cancellation);

export type OrderCommand =
  | { readonly type: 'PlaceOrder'; readonly order: OrderPlaced }
  | { readonly type: 'OpenCheque'; readonly cheque: ChequeOpened }
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
  | ChequeCommand
  | DeletionCommand;
