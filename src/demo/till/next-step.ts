import { z } from 'zod';

/** What the till reads of an order; the venue API sends more. */
export const tillOrder = z.object({
  order_id: z.int(),
  point_id: z.string(),
  status: z.string(),
  order_type_id: z.int(),
  /** Null: the till opened it, and how it is paid shows when it is closed. */
  payment_type_id: z.int().nullable(),
  reservation_id: z.string().nullable(),
  total_amount: z.int(),
});

export type TillOrder = z.infer<typeof tillOrder>;

/** Who works the till of a point. */
export interface Desk {
  readonly point_id: string;
  readonly cashier_id: number;
  readonly courier_id: number;
  /** Of the point. */
  readonly timezone: string;
}

/** Statuses the till has something to do in, in the order an order passes them. A preorder is left to its time. */
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

/** Milliseconds an order stays in each status. */
export type Pace = Readonly<Record<OpenStatus, number>>;

/** A delivery takes 48 seconds from order to closed cheque, other orders 24: a newcomer who polls sees every status. */
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

export interface NextStep {
  /** Command of the venue API. */
  readonly type: string;
  /** Its fields, without command_id. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const DELIVERY = 3;

/**
 * Guests who were seated have nothing to eat in the demo: they sit a while and leave. Any other cheque of the till's own
 * belongs to whoever opened it, and so does theirs once there is something on it.
 */
export const isEmptyTable = ({ payment_type_id, reservation_id, total_amount }: TillOrder): boolean =>
  payment_type_id === null && reservation_id !== null && total_amount === 0;

/** Whether it is the demo till's to take on. */
export const isOurs = (order: TillOrder): boolean => order.payment_type_id !== null || isEmptyTable(order);

export const isOpenStatus = (status: string): status is OpenStatus =>
  (OPEN_STATUSES as readonly string[]).includes(status);

/** What takes the order on from its status, by the usual paths of the contract (docs/domain.md#orders). */
export const nextStep = (order: TillOrder, status: OpenStatus, desk: Desk): NextStep => {
  const { order_id } = order;
  if (isEmptyTable(order)) return closeCheque(order, desk);
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
      return isDelivery ? { type: 'PackOrder', fields: { order_id } } : closeCheque(order, desk);
    case 'PACKED':
      if (!isDelivery) return closeCheque(order, desk);
      return { type: 'HandToCourier', fields: { order_id, courier_id: desk.courier_id } };
    case 'TAKEN_BY_COURIER':
      return { type: 'DeliverOrder', fields: { order_id } };
    case 'DELIVERED':
      return closeCheque(order, desk);
  }
};

/** In the demo the till is the payment provider as well: the guest has paid on the provider's page. */
const registerPayment = ({ order_id, total_amount }: TillOrder): NextStep => ({
  type: 'RegisterPayment',
  fields: { order_id, provider_payment_id: `demo-${order_id}`, amount: total_amount },
});

/** Paid as the guest said when ordering. */
const closeCheque = ({ order_id, payment_type_id, total_amount }: TillOrder, { cashier_id }: Desk): NextStep => ({
  type: 'CloseCheque',
  fields: {
    order_id,
    cashier_id,
    payments: payment_type_id === null ? [] : [{ payment_type_id, amount: total_amount }],
  },
});
