import type { ChequeAssigned, ChequeOpened, ChequePayment, GoodsReturned, OrderPlaced } from './events.ts';
import type { LoyaltyOrderCommand } from './loyalty.ts';
import type { PricedItem } from './pricing.ts';

export interface Cancellation {
  readonly cancel_cause_id: number | null;
  readonly cancel_cause_name: string | null;
  readonly comment: string | null;
}

/** The business day and the shift that an event of a cheque counts for. */
export interface TillDay {
  readonly business_date: string;
  /** The shift that is open then. Null: no shift is open. */
  readonly shift_id: number | null;
}

/** How a cheque is to be closed, before the till has given it a number. */
export interface Closing {
  readonly cashier_id: number;
  readonly business_date: string;
  readonly at: string;
  readonly payments: readonly ChequePayment[];
  /** The products of its lines as they are now. A missing one stays as it was ordered. */
  readonly products: readonly ProductSnapshot[];
}

/** What an organization owes for a cheque. */
export interface OrganizationDebt {
  readonly organization_id: number;
  readonly amount: number;
}

export interface CloseCheque extends Closing {
  readonly type: 'CloseCheque';
  /** What the organization was charged for it. Null: it owes nothing. */
  readonly charge: (OrganizationDebt & { readonly charge_id: string }) | null;
  /** The open shift, and the number the cheque has in it. */
  readonly shift_id: number;
  readonly cheque_number: number;
}

export interface ProductSnapshot {
  readonly product_id: number;
  readonly category_id: number | null;
  readonly cost: number | null;
}

/** Products that are sold in parts of a unit. */
interface OfDivisibles {
  readonly divisible_product_ids: readonly number[];
}

export interface AddItems {
  readonly type: 'AddItems';
  readonly items: readonly PricedItem[];
  readonly hold_id: string | null;
}

export interface RemoveItem extends OfDivisibles, TillDay {
  readonly type: 'RemoveItem';
  readonly line_id: number;
  readonly quantity: number;
  readonly reason: string;
}

/** A field that is left out stays as it is. */
export interface AdjustCheque {
  readonly type: 'AdjustCheque';
  /** An amount; instead of it a part of the goods in percent, 0 to 100 with at most 3 places. */
  readonly discount?: number | undefined;
  readonly discount_percent?: number | undefined;
  /** Left out: the reason stays, as long as the discount does. */
  readonly discount_reason?: string | undefined;
  readonly service_amount?: number | undefined;
  readonly delivery_amount?: number | undefined;
}

/** A field that is left out stays as it is. Null removes the value. */
export interface AssignCheque {
  readonly type: 'AssignCheque';
  readonly assigned: { readonly [Field in keyof Omit<ChequeAssigned, 'order_id'>]?: ChequeAssigned[Field] | undefined };
}

/** The goods to return, before the till has given the return a number. */
export interface GoodsToReturn
  extends OfDivisibles,
    Pick<
      GoodsReturned,
      | 'return_id'
      | 'business_date'
      | 'payment_type_id'
      | 'payment_type_name'
      | 'payment_category_id'
      | 'service_amount'
      | 'delivery_amount'
    > {
  readonly at: string;
  readonly lines: readonly { readonly line_id: number; readonly quantity: number }[];
  /** The money that goes back by the payment type. Undefined: what is no debt goes back as it was paid. */
  readonly refunded_amount: number | undefined;
  /** What is set off against a debt. Undefined: all there is. */
  readonly debt_amount: number | undefined;
}

export interface ReturnGoods extends GoodsToReturn, Pick<GoodsReturned, 'shift_id' | 'document_number'> {
  readonly type: 'ReturnGoods';
  /** The number of this return among the returns of the cheque, from 1. The till gives the document number for it. */
  readonly ordinal: number;
}

/** What the till does with the content of a cheque, and with a closed one. */
export type ChequeCommand =
  | AddItems
  /** The units of this hold go back, so no items may use them any more. No events if the items were added with them. */
  | { readonly type: 'AbandonItems'; readonly hold_id: string }
  /** This charge is released, so the cheque must not be closed with it. No events if it was closed with it. */
  | { readonly type: 'AbandonCharge'; readonly charge_id: string }
  | RemoveItem
  | AdjustCheque
  | AssignCheque
  | CloseCheque
  | { readonly type: 'ReopenCheque'; readonly reason: string }
  | ReturnGoods;

/** What ends an order's waiting: the payment, an operator's confirmation, its time. */
export type WaitingCommand =
  | { readonly type: 'RegisterPayment'; readonly provider_payment_id: string; readonly amount: number }
  | ({ readonly type: 'FailPayment'; readonly reason: string } & TillDay)
  /** The time to pay is over. No events if the order was paid just before. */
  | ({ readonly type: 'ExpirePayment' } & TillDay)
  | { readonly type: 'ConfirmOrder' }
  | ({ readonly type: 'RejectOrder' } & Cancellation & TillDay)
  | { readonly type: 'ReleasePreorder' }
  /** At the release of the preorder, the stop-list had too few units of these products. */
  | { readonly type: 'FlagShortage'; readonly product_ids: readonly number[] };

/** What the till and the kitchen do with an order. */
export type TillCommand =
  | { readonly type: 'AcceptOrder' }
  | { readonly type: 'SendToKitchen'; readonly line_ids?: readonly number[] | undefined }
  | { readonly type: 'StartCooking' }
  | { readonly type: 'PackOrder' }
  | { readonly type: 'HandToCourier'; readonly courier_id: number | null }
  | { readonly type: 'DeliverOrder' };

export type DeletionCommand =
  | ({ readonly type: 'CancelOrder' } & Cancellation & TillDay)
  | ({ readonly type: 'DeleteCheque' } & Cancellation & TillDay);

export type OrderCommand =
  | { readonly type: 'PlaceOrder'; readonly order: OrderPlaced }
  | { readonly type: 'OpenCheque'; readonly cheque: ChequeOpened }
  /** The units of this hold go back, so the order must not use them any more. No events if it was placed with them. */
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
  | LoyaltyOrderCommand
  | DeletionCommand;
