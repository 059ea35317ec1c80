import type { Answer, CommandFields } from '../../../client/src/index.ts';

/**
 * The fields of an order that the till needs. Without a `payment_type_id` the till opened it, and the payment is known only
 * when it is closed.
 */
export type TillOrder = Pick<
  Answer<'getVenueOrder'>,
  | 'order_id'
  | 'point_id'
  | 'status'
  | 'order_type_id'
  | 'payment_type_id'
  | 'reservation_id'
  | 'external_id'
  | 'total_amount'
>;

/** The employees who work for a point: at its till, and as its courier. */
export interface PointStaff {
  readonly point_id: string;
  readonly cashier_id: number;
  readonly courier_id: number;
  /** Of the point. */
  readonly timezone: string;
}

/**
 * Statuses in which the till has something to do, in the order in which an order passes them. A preorder waits for its
 * time.
 */
export const OPEN_STATUSES = [
  'AWAITING_PAYMENT',
  'AWAITING_CONFIRMATION',
  'CREATED',
  'UNCONFIRMED_ORDER',
  'COOKING',
  'PACKED',
  'TAKEN_BY_COURIER',
  'DELIVERED',
] as const;

export type OpenStatus = (typeof OPEN_STATUSES)[number];

/** How many milliseconds an order stays in each status. */
export type Pace = Readonly<Record<OpenStatus, number>>;

/**
 * A delivery takes 48 seconds from order to closed cheque, other orders 24, so that a newcomer who polls sees every
 * status.
 */
export const USUAL_PACE: Pace = {
  AWAITING_PAYMENT: 6_000,
  AWAITING_CONFIRMATION: 5_000,
  CREATED: 4_000,
  UNCONFIRMED_ORDER: 10_000,
  COOKING: 10_000,
  PACKED: 7_000,
  TAKEN_BY_COURIER: 12_000,
  DELIVERED: 5_000,
};

/** What a till and its host do: commands of the venue API. */
type StepName =
  | 'RegisterPayment'
  | 'ConfirmOrder'
  | 'AcceptOrder'
  | 'StartCooking'
  | 'PackOrder'
  | 'HandToCourier'
  | 'DeliverOrder'
  | 'CloseCheque'
  | 'ConfirmReservation'
  | 'SeatReservation';

export type NextStep = {
  [Name in StepName]: { readonly type: Name; readonly fields: Omit<CommandFields<Name>, 'command_id'> };
}[StepName];

const DELIVERY = 3;

/**
 * Seated guests order nothing in the demo: they stay a while and leave. Every other cheque that was opened at the till
 * belongs to the person who opened it, and so does a guests' cheque as soon as it has items.
 */
export const isEmptyTable = ({ payment_type_id, reservation_id, total_amount }: TillOrder): boolean =>
  payment_type_id === null && reservation_id !== null && total_amount === 0;

/** Whether the demo till should take it forward. */
export const isOurs = (order: TillOrder): boolean => order.payment_type_id !== null || isEmptyTable(order);

export const isOpenStatus = (status: string): status is OpenStatus => OPEN_STATUSES.some((open) => open === status);

/** The command that takes the order to its next status, by the usual paths of the contract (docs/domain.md#orders). */
export const nextStep = (order: TillOrder, status: OpenStatus, staff: PointStaff): NextStep => {
  const { order_id } = order;
  if (isEmptyTable(order)) return closeCheque(order, staff);
  const isDelivery = order.order_type_id === DELIVERY;
  switch (status) {
    case 'AWAITING_PAYMENT':
      return registerPayment(order);
    case 'AWAITING_CONFIRMATION':
      return { type: 'ConfirmOrder', fields: { order_id } };
    case 'CREATED':
      return { type: 'AcceptOrder', fields: { order_id } };
    case 'UNCONFIRMED_ORDER':
      return { type: 'StartCooking', fields: { order_id } };
    case 'COOKING':
      return isDelivery ? { type: 'PackOrder', fields: { order_id } } : closeCheque(order, staff);
    case 'PACKED':
      if (!isDelivery) return closeCheque(order, staff);
      return { type: 'HandToCourier', fields: { order_id, courier_id: staff.courier_id } };
    case 'TAKEN_BY_COURIER':
      return { type: 'DeliverOrder', fields: { order_id } };
    case 'DELIVERED':
      return closeCheque(order, staff);
  }
};

/** In the demo the till is also the payment provider: the guest has paid on the provider's page. */
const registerPayment = ({ order_id, total_amount }: TillOrder): NextStep => ({
  type: 'RegisterPayment',
  fields: { order_id, provider_payment_id: `demo-${order_id}`, amount: total_amount },
});

/** Paid by the payment type that the guest named when ordering. */
const closeCheque = ({ order_id, payment_type_id, total_amount }: TillOrder, { cashier_id }: PointStaff): NextStep => ({
  type: 'CloseCheque',
  fields: {
    order_id,
    cashier_id,
    payments: payment_type_id === null ? [] : [{ payment_type_id, amount: total_amount }],
  },
});
