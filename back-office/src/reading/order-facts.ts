import { minutesBetween } from '../parts/clock-times.ts';
import type { Line, Order } from './types.ts';

export type Lane = 'new' | 'waiting' | 'accepted' | 'cooking' | 'ready' | 'out';

/** The lanes of the board, in the order in which an order passes them. */
export const LANES: readonly Lane[] = ['new', 'waiting', 'accepted', 'cooking', 'ready', 'out'];

const LANE_OF: Readonly<Record<Order['status'], Lane | undefined>> = {
  AWAITING_PAYMENT: 'waiting',
  AWAITING_CONFIRMATION: 'new',
  PREORDER: 'waiting',
  CREATED: 'new',
  UNCONFIRMED_ORDER: 'accepted',
  COOKING: 'cooking',
  PACKED: 'ready',
  TAKEN_BY_COURIER: 'out',
  DELIVERED: 'out',
  CLOSED: undefined,
  DELETED: undefined,
};

/** Undefined: the order is over. */
export const laneOf = ({ status }: Order): Lane | undefined => LANE_OF[status];

/** Names of the types in the catalogue of words: 1 hall, 2 takeaway, 3 delivery. */
export const TYPE_NAMES = { 1: 'hall', 2: 'takeaway', 3: 'delivery' } as const;
export const typeOf = ({ order_type_id }: Order): (typeof TYPE_NAMES)[1 | 2 | 3] =>
  TYPE_NAMES[order_type_id as 1 | 2 | 3] ?? 'hall';

/** What people call it. It stays the same when the cheque is closed and gets a number in its shift. */
export const numberOf = ({ order_id }: Pick<Order, 'order_id'>): number => order_id;

export type Step =
  | 'ConfirmOrder'
  | 'ReleasePreorder'
  | 'AcceptOrder'
  | 'StartCooking'
  | 'PackOrder'
  | 'HandToCourier'
  | 'DeliverOrder'
  | 'CloseCheque';

/** The step that an order waits for. Undefined: it waits for something outside, as for a payment. */
export const nextStep = (order: Order): Step | undefined => {
  switch (order.status) {
    case 'AWAITING_CONFIRMATION':
      return 'ConfirmOrder';
    case 'PREORDER':
      return 'ReleasePreorder';
    case 'CREATED':
      return 'AcceptOrder';
    case 'UNCONFIRMED_ORDER':
      return 'StartCooking';
    case 'COOKING':
      return 'PackOrder';
    case 'PACKED':
      return typeOf(order) === 'delivery' ? 'HandToCourier' : 'CloseCheque';
    case 'TAKEN_BY_COURIER':
      return 'DeliverOrder';
    case 'DELIVERED':
      return 'CloseCheque';
    default:
      return undefined;
  }
};

const STATUS_AFTER: Readonly<Partial<Record<Step, Order['status']>>> = {
  ConfirmOrder: 'CREATED',
  ReleasePreorder: 'CREATED',
  AcceptOrder: 'UNCONFIRMED_ORDER',
  StartCooking: 'COOKING',
  PackOrder: 'PACKED',
  HandToCourier: 'TAKEN_BY_COURIER',
  DeliverOrder: 'DELIVERED',
  CloseCheque: 'CLOSED',
};

/** The order as it will most likely be after the step: shown until the server has said what it is. */
export const afterStep = (order: Order, step: Step): Order => ({
  ...order,
  status: STATUS_AFTER[step] ?? order.status,
});

export type Urgency = 'late' | 'soon' | 'calm';

/** Minutes before a promised time from which on an order is soon due. */
const SOON_MINUTES = 10;
/** Nothing was promised to people at a table: a cheque that is older has been waiting. */
const LONG_MINUTES = 45;

/**
 * How an order stands with its time, by the venue's clock.
 * @returns `left`: minutes until the promised time, negative when it has passed; undefined when nothing was promised
 */
export const timingOf = (order: Order, clock: string) => {
  const due = order.promised_at ?? order.scheduled_at;
  const age = order.created_at === null ? 0 : Math.max(0, minutesBetween(order.created_at, clock));
  const isDone = order.status === 'DELIVERED';
  if (due === null || due === undefined || isDone) {
    const isLong = !isDone && order.status !== 'PREORDER' && typeOf(order) !== 'hall' && age > LONG_MINUTES;
    return { age, left: undefined, due: undefined, urgency: (isLong ? 'soon' : 'calm') as Urgency };
  }
  const left = minutesBetween(clock, due);
  const urgency: Urgency = left < 0 ? 'late' : left <= SOON_MINUTES && order.status !== 'PREORDER' ? 'soon' : 'calm';
  return { age, left, due, urgency };
};

/** Lines that the kitchen has: those that were printed. */
export const printedLines = ({ items }: Order): readonly Line[] => items.filter(({ is_printed }) => is_printed);

/** How much of a modifier is added to each unit of its line. */
export const perUnit = (modifier: { readonly quantity: number }, line: { readonly quantity: number }): number =>
  line.quantity > 0 ? modifier.quantity / line.quantity : modifier.quantity;

/** What the deposit leaves of the total. */
const beyondDeposit = ({ total_amount, deposit }: Order): number => Math.max(0, total_amount - (deposit?.amount ?? 0));

/** What came online and is still the cheque's: without what has to be given back, and at most what the deposit leaves. */
export const paidOnline = (order: Order): number => {
  const paid = order.provider_payments.reduce((sum, { amount, refund_due }) => sum + amount - refund_due, 0);
  return Math.min(paid, beyondDeposit(order));
};

/** What is to be paid at the till: the total less what is paid already, as a deposit or through a provider. */
export const remainderOf = (order: Order): number => beyondDeposit(order) - paidOnline(order);
