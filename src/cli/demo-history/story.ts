import type { IdentityKey } from '../../commands/identities.ts';
import { fillCart } from './cart.ts';
import { ADDRESSES, pickGuest } from './guests.ts';
import type { Hands } from './hands.ts';
import type { Dice } from './random.ts';
import type { HistoryPoint } from './venue.ts';

export interface Step {
  /** Milliseconds since the epoch. */
  readonly at: number;
  act(): Promise<unknown>;
}

/** All that happens to one order, from its beginning to its end. */
export interface Story {
  /** When it begins. */
  readonly at: number;
  /** In order of time. */
  readonly steps: readonly Step[];
  /** What gets an id in it. */
  readonly keys: readonly IdentityKey[];
}

export interface StoryOptions {
  readonly dice: Dice;
  readonly point: HistoryPoint;
  /** When it begins. */
  readonly at: number;
  /** When the till closes: by then it is over. */
  readonly until: number;
  /** The partner's id for it. */
  readonly external_id: string;
  /** Its commands are named after it. */
  readonly name: string;
  readonly hands: Hands;
}

const MINUTE_MS = 60_000;

export const tellStory = (options: StoryOptions): Story => {
  const { dice, point, hands, at, name } = options;
  const steps: Step[] = [];
  const keys: IdentityKey[] = [];
  const story: Story = { at, steps, keys };
  const { point_id } = point;
  let time = at;
  let order_id = 0;
  /** Not before `minutes` have passed, and never after the till is closed. */
  const after = (minutes: number, act: Step['act']): void => {
    time = Math.min(time + minutes * MINUTE_MS, options.until);
    steps.push({ at: time, act });
  };
  const till = (minutes: number, type: string, fields: () => object | Promise<object> = () => ({}), step = type) =>
    after(minutes, async () => hands.command(`${name}/${step}`, type, { order_id, ...(await fields()) }));
  const mints = (step: string, label: string) => {
    keys.push({ kind: 'minted', scope: hands.brand_id, key: `${hands.commandId(`${name}/${step}`)}/${label}` });
  };

  const isOwn = dice.chance(55);
  const kind = dice.weighted<'hall' | 'takeaway' | 'delivery'>(
    isOwn ? { hall: 70, takeaway: 30 } : { hall: 10, takeaway: 45, delivery: 45 },
  );
  const order_type_id = { hall: 1, takeaway: 2, delivery: 3 }[kind];
  const items = fillCart(dice, point, kind === 'delivery');
  const guests = kind === 'hall' ? dice.between(1, 6) : 1;
  const table_id = kind === 'hall' ? dice.pick(point.tables) : null;
  const cashier_id = dice.pick(point.cashiers);
  const payment = dice.weighted<'cash' | 'terminal' | 'both' | 'online'>(
    isOwn ? { cash: 40, terminal: 55, both: 5 } : { cash: 40, terminal: 35, online: 25 },
  );
  const fate = dice.weighted({ served: 93, cancelled: isOwn ? 0 : 4, deleted: 3 });
  const cook = dice.between(8, 25);

  if (isOwn) {
    const waiter_id = kind === 'hall' ? dice.pick(point.waiters) : null;
    const cheque = { point_id, order_type_id, table_id, waiter_id, guests, items };
    steps.push({
      at,
      act: async () => {
        order_id = Number((await hands.command(`${name}/OpenCheque`, 'OpenCheque', cheque)).order_id);
      },
    });
    mints('OpenCheque', 'order');
    till(1, 'SendToKitchen');
    const more = fillCart(dice, point, false).slice(0, 2);
    if (kind === 'hall' && dice.chance(25)) till(dice.between(10, 30), 'AddItems', () => ({ items: more }));
  } else {
    const address = kind === 'delivery' ? { ...dice.pick(ADDRESSES[point.key]), apartment: '12' } : null;
    const payment_type_id = point[payment === 'both' ? 'cash' : payment].id;
    const ahead = Math.ceil(at / (15 * MINUTE_MS)) * 15 * MINUTE_MS + 150 * MINUTE_MS;
    const isPreorder = payment !== 'online' && dice.chance(4) && ahead < options.until - 60 * MINUTE_MS;
    const client = pickGuest(dice);
    keys.push({ kind: 'order', scope: point_id, key: options.external_id });
    keys.push({ kind: 'client', scope: hands.brand_id, key: client.phone });
    const body = {
      ...{ point_id, order_type_id, payment_type_id, items, address, external_id: options.external_id },
      ...{ client, persons: guests, table_id },
      ...(isPreorder && { scheduled_at: new Date(ahead).toISOString() }),
    };
    steps.push({
      at,
      act: async () => {
        order_id = (await hands.place(body)).order_id;
      },
    });
    if (payment === 'online') {
      till(dice.between(1, 6), 'RegisterPayment', async () => ({
        provider_payment_id: `pay-${options.external_id}`,
        amount: (await hands.find(order_id)).total_amount,
      }));
    }
    if (fate === 'cancelled') {
      after(dice.between(1, 5), () => hands.cancel(order_id));
      return story;
    }
    if (isPreorder) till(60, 'ReleasePreorder');
    till(dice.between(1, 4), 'AcceptOrder');
  }

  if (fate === 'deleted') {
    const cancel_cause_id = dice.pick(point.causes);
    till(dice.between(2, 10), 'DeleteCheque', () => ({ cancel_cause_id }));
    return story;
  }
  till(dice.between(1, 5), 'StartCooking');
  if (!isOwn || kind === 'takeaway') till(cook, 'PackOrder');
  if (kind === 'delivery') {
    const courier_id = dice.pick(point.couriers);
    till(dice.between(2, 10), 'HandToCourier', () => ({ courier_id }));
    till(dice.between(10, 30), 'DeliverOrder');
  }
  const hasService = isOwn && kind === 'hall' && dice.chance(30);
  const hasDiscount = isOwn && dice.chance(6);
  if (hasService || hasDiscount) {
    till(5, 'AdjustCheque', async () => {
      const { items_amount } = await hands.find(order_id);
      const tenth = Math.floor(items_amount / 10_000) * 1_000;
      return { ...(hasService && { service_amount: tenth }), ...(hasDiscount && { discount: tenth }) };
    });
  }
  const pay = async () => {
    const { total_amount } = await hands.find(order_id);
    const inCash = payment === 'both' ? Math.floor(total_amount / 2_000) * 1_000 : total_amount;
    const first = { payment_type_id: point[payment === 'both' ? 'cash' : payment].id, amount: inCash };
    const rest = { payment_type_id: point.terminal.id, amount: total_amount - inCash };
    return { cashier_id, payments: payment === 'both' ? [first, rest] : [first] };
  };
  till(kind === 'hall' ? dice.between(20, 60) : dice.between(1, 5), 'CloseCheque', pay);
  if (isOwn && dice.chance(0.5)) {
    till(4, 'ReopenCheque', () => ({ reason: 'Не тот способ оплаты' }));
    till(2, 'CloseCheque', pay, 'CloseCheque again');
  }
  if (dice.chance(1.2)) {
    mints('ReturnGoods', 'return');
    till(dice.between(5, 30), 'ReturnGoods', async () => {
      const { lines } = await hands.find(order_id);
      const { line_id, quantity } = lines[0]!;
      return { lines: [{ line_id, quantity: Math.min(1, quantity) }], payment_type_id: point.cash.id };
    });
  }
  return story;
};
