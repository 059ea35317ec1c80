import type { ChequePayment, OrderPlaced } from './events.ts';

interface Cancellation {
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

export type OrderCommand =
  /** `print`: the key confirms by itself, so the kitchen gets its ticket at once. */
  | { readonly type: 'PlaceOrder'; readonly order: OrderPlaced; readonly print: boolean }
  | { readonly type: 'AcceptOrder' }
  | { readonly type: 'SendToKitchen'; readonly line_ids?: readonly number[] | undefined }
  | { readonly type: 'StartCooking' }
  | { readonly type: 'PackOrder' }
  | { readonly type: 'HandToCourier'; readonly courier_id: number | null }
  | { readonly type: 'DeliverOrder' }
  | CloseCheque
  | ({ readonly type: 'CancelOrder' } & Cancellation)
  | ({ readonly type: 'DeleteCheque' } & Cancellation);
