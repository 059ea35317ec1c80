import { fillCart } from './cart.ts';
import { type ChequeTale, type Payment, tellOfCheque } from './cheque-tale.ts';
import { ADDRESSES, pickGuest } from './guests.ts';
import { type Dice, diceOf } from './random.ts';
import { maybeRemove } from './removal.ts';
import type { Seating } from './seating.ts';
import { beginTale, type PaidCheque, type Story, type Tale, type TaleOptions } from './tale.ts';
import type { HistoryPoint } from './venue.ts';

export interface OrderOptions extends TaleOptions {
  readonly dice: Dice;
  readonly point: HistoryPoint;
  /** The partner's id for it. */
  readonly external_id: string;
  /** How many of a hundred guests who eat in and came by themselves have lunch on their company's account. */
  readonly onAccount: number;
  readonly seating: Seating;
}

type Kind = 'hall' | 'takeaway' | 'delivery';
type Fate = 'served' | 'cancelled' | 'deleted';

/** The choices for an order, made before it begins. */
interface Course {
  readonly kind: Kind;
  readonly order_type_id: number;
  readonly table_id: number | null;
  readonly guests: number;
  readonly payment: Payment;
  readonly fate: Fate;
}

interface Telling extends OrderOptions {
  readonly tale: Tale;
  readonly cheque: ChequeTale;
}

const MINUTE_MS = 60_000;

/** An order from beginning to end: opened at the till, or placed by the partner. */
export const tellOrder = (options: OrderOptions): Story => {
  const { dice, point, hands, seating } = options;
  const tale = beginTale(options);
  const telling = { ...options, tale, cheque: tellOfCheque(tale, hands, point, dice) };
  const isOwn = dice.chance(55);
  const kind = dice.weighted<Kind>(isOwn ? { hall: 70, takeaway: 30 } : { hall: 10, takeaway: 45, delivery: 45 });
  const guests = kind === 'hall' ? dice.between(1, 6) : 1;
  // With all tables taken they eat at the bar.
  const seat = kind === 'hall' ? seating.seat(dice, guests, options.at) : undefined;
  const course: Course = {
    kind,
    order_type_id: { hall: 1, takeaway: 2, delivery: 3 }[kind],
    table_id: seat?.table_id ?? null,
    guests,
    payment: dice.weighted<Payment>(
      isOwn ? { cash: 40, terminal: 55, both: 5 } : { cash: 40, terminal: 35, online: 25 },
    ),
    fate: dice.weighted<Fate>({ served: 93, cancelled: isOwn ? 0 : 4, deleted: 3 }),
  };
  if (isOwn) beginAtTill(telling, course);
  else beginAtPartner(telling, course);
  if (course.fate === 'deleted') {
    telling.cheque.till(dice.between(2, 10), 'DeleteCheque', { cancel_cause_id: dice.pick(point.causes) });
  }
  const payment = course.fate === 'served' ? serve(telling, course, isOwn) : undefined;
  seat?.leave(tale.now());
  return payment ? { ...tale, cheque: { key: tale.keys[0]!, payment } } : tale;
};

const beginAtTill = ({ tale, cheque, dice, point, hands, at, external_id }: Telling, course: Course): void => {
  const { kind, order_type_id, table_id, guests } = course;
  const { point_id } = point;
  const waiter_id = kind === 'hall' ? dice.pick(point.waiters) : null;
  const items = fillCart(dice, point, false);
  const fields = { point_id, order_type_id, table_id, waiter_id, guests, items };
  tale.goOnAt(at, {
    act: async () => {
      cheque.opened(Number((await hands.command(tale.nameOf('OpenCheque'), 'OpenCheque', fields)).order_id));
    },
  });
  tale.mints('OpenCheque', 'order');
  // Dice of their own: what else happens to the order stays what it was before there were removals.
  const removal = { dice: diceOf(`${external_id}/removal`), point, cheque, products: items.length, waiter_id };
  maybeRemove('before', 3, removal);
  cheque.till(1, 'SendToKitchen');
  if (kind === 'hall' && dice.chance(25)) {
    cheque.till(dice.between(10, 30), 'AddItems', { items: fillCart(dice, point, false).slice(0, 2) });
  }
  // One may be gone by now.
  maybeRemove('after', kind === 'hall' ? 4 : 1, { ...removal, products: items.length - 1 });
};

const beginAtPartner = (telling: Telling, course: Course): void => {
  const { tale, cheque, dice, point, hands, at, until, external_id } = telling;
  const { kind, order_type_id, table_id, guests, payment, fate } = course;
  const { point_id } = point;
  const isDelivery = kind === 'delivery';
  const ahead = Math.ceil(at / (15 * MINUTE_MS)) * 15 * MINUTE_MS + 150 * MINUTE_MS;
  const isPreorder = payment !== 'online' && dice.chance(4) && ahead < until - 60 * MINUTE_MS;
  const client = pickGuest(dice);
  const body = {
    point_id,
    order_type_id,
    external_id,
    client,
    persons: guests,
    table_id,
    payment_type_id: point[payment === 'both' || payment === 'account' ? 'cash' : payment].id,
    items: fillCart(dice, point, isDelivery),
    address: isDelivery ? { ...dice.pick(ADDRESSES[point.key]), apartment: '12' } : null,
    ...(isPreorder && { scheduled_at: new Date(ahead).toISOString() }),
  };
  tale.gets({ kind: 'order', scope: point_id, key: external_id });
  tale.gets(hands.clientKey(client.phone));
  tale.goOnAt(at, {
    phone: client.phone,
    act: async () => {
      cheque.opened((await hands.place(tale.nameOf('PlaceOrder'), body)).order_id);
    },
  });
  if (payment === 'online') {
    cheque.till(dice.between(1, 6), 'RegisterPayment', ({ total_amount }) => ({
      provider_payment_id: `pay-${external_id}`,
      amount: total_amount,
    }));
  }
  if (fate === 'cancelled') {
    const act = () => hands.cancel(tale.nameOf('CancelOrder'), cheque.order_id);
    tale.goOnAfter(dice.between(1, 5), { act, is_last: true });
    return;
  }
  if (isPreorder) cheque.till(60, 'ReleasePreorder');
  cheque.till(dice.between(1, 4), 'AcceptOrder');
};

/** Answers how guests paid, if it is a cheque of the till, paid in one way, of which nothing came back. */
const serve = (
  { tale, cheque, dice, point, onAccount }: Telling,
  { kind, payment: paid }: Course,
  isOwn: boolean,
): PaidCheque['payment'] | undefined => {
  const { till, close } = cheque;
  const organizations = point.money?.organizations ?? [];
  /** Colleagues at lunch, whose company pays at the end of the month. */
  const isOnAccount = isOwn && kind === 'hall' && organizations.length > 0 && dice.chance(onAccount);
  till(dice.between(1, 5), 'StartCooking');
  if (!isOwn || kind === 'takeaway') till(dice.between(8, 25), 'PackOrder');
  if (kind === 'delivery') {
    till(dice.between(2, 10), 'HandToCourier', { courier_id: dice.pick(point.couriers) });
    till(dice.between(10, 30), 'DeliverOrder');
  }
  const payment = isOnAccount ? 'account' : paid;
  if (isOnAccount) till(2, 'AssignCheque', { organization_id: dice.pick(organizations) });
  const hasService = isOwn && kind === 'hall' && dice.chance(30);
  const hasDiscount = isOwn && dice.chance(6);
  if (hasService || hasDiscount) {
    till(5, 'AdjustCheque', ({ items_amount }) => {
      const tenth = Math.floor(items_amount / 10_000) * 1_000;
      return { ...(hasService && { service_amount: tenth }), ...(hasDiscount && { discount: tenth }) };
    });
  }
  close(kind === 'hall' ? dice.between(20, 60) : dice.between(1, 5), payment);
  if (isOwn && dice.chance(0.5)) {
    till(4, 'ReopenCheque', { reason: 'Не тот способ оплаты' });
    close(2, payment, 'CloseCheque again');
  }
  const isReturned = dice.chance(1.2) && !isOnAccount;
  if (isReturned) {
    tale.mints('ReturnGoods', 'return');
    till(dice.between(5, 30), 'ReturnGoods', ({ lines }) => {
      const { line_id, quantity } = lines[0]!;
      return { lines: [{ line_id, quantity: Math.min(1, quantity) }], payment_type_id: point.cash.id };
    });
  }
  const isPlain = isOwn && !isReturned;
  return isPlain && (payment === 'cash' || payment === 'terminal') ? payment : undefined;
};
