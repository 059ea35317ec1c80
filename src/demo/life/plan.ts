import type { Order } from '../../domain/orders/state.ts';
import { isBefore } from '../../domain/orders/status.ts';
import { fillCart } from '../history/cart.ts';
import { diceOf } from '../history/random.ts';
import type { HistoryPoint } from '../history/venue.ts';

/** A command on the order. */
export interface LifeStep {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const MINUTE_MS = 60_000;
/** A preorder is cooked so long before its time. */
const AHEAD_MS = 35 * MINUTE_MS;
const DELIVERY = 3;
const HALL = 1;

/** The start of the external ids of the demo's own guests: newcomers' orders have others. */
export const LIFE = 'life-';

interface Opened {
  readonly external_id?: string | null | undefined;
  readonly payment_type_id: number | null;
  readonly reservation_id: string | null;
}

/**
 * Whether the simulated till leaves an order to the life of the demo: its guests have time, where newcomers see each status
 * within a minute.
 */
export const isLeftToLife = ({ external_id, payment_type_id, reservation_id }: Opened): boolean =>
  external_id?.startsWith(LIFE) === true || (payment_type_id === null && reservation_id !== null);

/** Whether the order is of the demo's own guests. Those who have booked are seated by the cashier; other cheques are persons'. */
export const isOfLife = (order: Order, { cashiers }: HistoryPoint): boolean => {
  if (order.external_id?.startsWith(LIFE)) return true;
  return isLeftToLife(order) && order.waiter_id !== null && cashiers.includes(order.waiter_id);
};

/**
 * What the people of the demo do next with an order, if its time has come. The same order has the same course whenever it is
 * asked for. Every fourth kitchen is slow: then guests wait longer than they were promised. `now`: milliseconds since the epoch.
 */
export const nextLifeStep = (order: Order, point: HistoryPoint, now: number): LifeStep | undefined => {
  const { order_id, order_type_id, status } = order;
  const dice = diceOf(`life/${order_id}`);
  const slowness = dice.chance(25) ? 1.9 : 0.8 + dice.next() * 0.4;
  const age = (now - beginningOf(order)) / MINUTE_MS;
  const after = (minutes: number, type: string, fields = {}): LifeStep | undefined =>
    age < minutes ? undefined : { type, fields: { order_id, ...fields } };
  const close = (minutes: number) => after(minutes * slowness, 'CloseCheque', paymentOf(order, point));
  if (order_type_id === HALL) return guestsStep(order, point, age, slowness);
  switch (status) {
    case 'AWAITING_CONFIRMATION':
      return after(1, 'ConfirmOrder');
    case 'CREATED':
      return after(1.5, 'AcceptOrder');
    case 'UNCONFIRMED_ORDER':
      return after(3, 'StartCooking');
    case 'COOKING':
      return after(14 * slowness, 'PackOrder');
    case 'PACKED':
      if (order_type_id !== DELIVERY) return close(22);
      return after(19 * slowness, 'HandToCourier', { courier_id: dice.pick(point.couriers) });
    case 'TAKEN_BY_COURIER':
      return after(38 * slowness, 'DeliverOrder');
    case 'DELIVERED':
      return close(41);
    default:
      return undefined;
  }
};

const beginningOf = ({ placed_at, scheduled_at }: Order): number =>
  scheduled_at === null ? Date.parse(placed_at) : Date.parse(scheduled_at) - AHEAD_MS;

/** Guests at a table order, some once more, and stay for about an hour. */
const guestsStep = (order: Order, point: HistoryPoint, age: number, slowness: number): LifeStep | undefined => {
  const { order_id, lines, tickets, status } = order;
  const dice = diceOf(`life/${order_id}/table`);
  const stay = dice.between(40, 80);
  const [ordersMore, isRegular] = [dice.chance(40), dice.chance(10)];
  const items = (more: string) => fillCart(diceOf(`life/${order_id}/${more}`), point, false).slice(0, 3);
  const send = (type: string, fields = {}): LifeStep => ({ type, fields: { order_id, ...fields } });
  if (isBefore(status, 'UNCONFIRMED_ORDER')) return undefined;
  if (lines.length === 0) return age < 2 ? undefined : send('AddItems', { items: items('first') });
  const printed = tickets.reduce((count, { line_ids }) => count + line_ids.length, 0);
  if (printed < lines.length) return send('SendToKitchen');
  if (age >= stay) return send('CloseCheque', paymentOf(order, point));
  if (status === 'UNCONFIRMED_ORDER') return age < 4 ? undefined : send('StartCooking');
  if (ordersMore && tickets.length === 1 && age > 20) return send('AddItems', { items: items('more') });
  if (isRegular && order.discount === 0 && age > 25) return send('AdjustCheque', { discount_percent: 10 });
  return age > 14 * slowness && status === 'COOKING' ? send('PackOrder') : undefined;
};

/** By card or in cash; some pay with both. A deposit is paid already. */
const paymentOf = (order: Order, point: HistoryPoint): LifeStep['fields'] => {
  const dice = diceOf(`life/${order.order_id}/payment`);
  const due = Math.max(0, order.total_amount - (order.deposit?.amount ?? 0));
  const half = Math.floor(due / 2_000) * 1_000;
  const parts = dice.chance(12) && half > 0 ? [half, due - half] : [due];
  const types = dice.chance(55) ? [point.terminal, point.cash] : [point.cash, point.terminal];
  const chosen = types.find(({ id }) => id === order.payment_type_id);
  const order_of_types = chosen ? [chosen, ...types.filter((type) => type !== chosen)] : types;
  return {
    cashier_id: point.cashiers[0],
    payments: due === 0 ? [] : parts.map((amount, index) => ({ payment_type_id: order_of_types[index]!.id, amount })),
  };
};
