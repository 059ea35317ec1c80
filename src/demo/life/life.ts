import type pg from 'pg';
import type { Logger } from 'pino';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import type { Order } from '../../domain/orders/state.ts';
import { isFinal, ORDER_STATUSES } from '../../domain/orders/status.ts';
import { localTimeOf } from '../../domain/reservations/local-clock.ts';
import { listOrders } from '../../projections/orders/queries.ts';
import { tablesOf, type VenueTable } from '../../projections/reservations/venue-tables.ts';
import { fillCart } from '../history/cart.ts';
import { ADDRESSES, pickGuest } from '../history/guests.ts';
import type { Hands } from '../history/hands.ts';
import { type Dice, diceOf } from '../history/random.ts';
import type { HistoryPoint } from '../history/venue.ts';
import { isOfLife, LIFE, nextLifeStep } from './plan.ts';

export interface LifeOptions {
  readonly hands: Hands;
  readonly pool: pg.Pool;
  readonly points: readonly HistoryPoint[];
  /** Does the work at another time than now. */
  at<Result>(time: number, work: () => Promise<Result>): Promise<Result>;
  readonly log: Pick<Logger, 'debug'>;
}

/** The guests of the demo, and the people who serve them. */
export interface Life {
  /** What they do at this time (milliseconds since the epoch), by what the read models show. */
  tick(time: number): Promise<void>;
}

const MINUTE_MS = 60_000;
const OPEN = ORDER_STATUSES.filter((status) => !isFinal(status));
const MOST_ORDERS = 300;
/** A table is not given to guests without a reservation so long before the next guests. */
const KEPT_FREE_MS = 100 * MINUTE_MS;
/** How full the house is by the hour, in percent of the tables. It is never empty: somebody may look at any time. */
const FULL: Readonly<Record<number, number>> = {
  12: 65,
  13: 70,
  14: 55,
  17: 50,
  18: 70,
  19: 85,
  20: 85,
  21: 70,
  22: 55,
};
const ALWAYS_FULL = 40;
/** Orders of the app that are under way at a point. */
const ORDERS = 9;
/** Guests of the app get so many points for each hundred that they paid. */
const POINTS_PERCENT = 3;
const COMMENTS = ['Без лука, пожалуйста', 'Позвонить за 10 минут', 'Приборы на троих', 'Домофон не работает'];
const REASONS = ['Закончилось', 'Плохое качество поставки', 'Ждём привоз'];

export const createLife = ({ hands, pool, points, at, log }: LifeOptions): Life => {
  const { brand_id } = hands;

  /** Life goes on whatever is refused: somebody else may have been faster. */
  const send = async (time: number, name: string, type: string, fields: object): Promise<unknown> => {
    try {
      const occurred_at = new Date(time).toISOString();
      return await hands.command(`${LIFE}${name}/${type}`, type, { occurred_at, ...fields });
    } catch (error) {
      log.debug({ err: error, command: type }, 'the life of the demo was refused something');
      return undefined;
    }
  };

  const serve = async (order: Order, point: HistoryPoint, time: number): Promise<void> => {
    const step = nextLifeStep(order, point, time);
    if (!step) return;
    const name = `${order.order_id}/${order.tickets.length}/${order.lines.length}`;
    const done = await send(time, name, step.type, step.fields);
    if (done === undefined || step.type !== 'CloseCheque') return;
    const { table_id, reservation_id, order_id, lines } = order;
    const { client_id } = order.personal;
    if (table_id !== null && reservation_id === null) await send(time, name, 'FreeTable', { table_id });
    if (client_id !== null) {
      const amount = Math.floor(order.total_amount / 100) * POINTS_PERCENT;
      await send(time, name, 'AdjustPoints', { client_id, amount, reason: `Заказ ${order_id}` });
    }
    const [line] = lines;
    if (!line || !diceOf(`life/${order_id}/return`).chance(4)) return;
    const returned = [{ line_id: line.line_id, quantity: Math.min(1, line.quantity) }];
    await send(time, name, 'ReturnGoods', { order_id, lines: returned, payment_type_id: point.cash.id });
  };

  const seat = async (table: VenueTable, point: HistoryPoint, dice: Dice, time: number): Promise<void> => {
    const { id: table_id, capacity } = table;
    const guests = dice.between(1, capacity ?? 6);
    const name = `${table_id}/${time}`;
    if ((await send(time, name, 'SeatWalkIn', { table_id, guests })) === undefined) return;
    const { point_id } = point;
    const items = fillCart(dice, point, false);
    const fields = { point_id, order_type_id: 1, table_id, waiter_id: dice.pick(point.waiters), guests, items };
    await send(time, name, 'OpenCheque', { ...fields, external_id: `${LIFE}${name}` });
  };

  /** Guests without a reservation come until the house is as full as it is at that hour. */
  const receive = async (point: HistoryPoint, orders: readonly Order[], time: number): Promise<void> => {
    const now = new Date(time).toISOString();
    const tables = await tablesOf(pool, brand_id, point.point_id, now);
    const hour = Number(localTimeOf(time, point.timezone).time.slice(0, 2));
    const wanted = Math.round((tables.length * (FULL[hour] ?? ALWAYS_FULL)) / 100);
    const taken = tables.filter(({ seated }) => seated);
    const hasCheque = (id: number): boolean => orders.some(({ table_id }) => table_id === id);
    const isLeft = ({ id, seated }: VenueTable): boolean =>
      seated?.reservation_id === null && !hasCheque(id) && Date.parse(seated.seated_at) < time - 10 * MINUTE_MS;
    for (const { id } of taken.filter(isLeft)) await send(time, `${id}/${time}`, 'FreeTable', { table_id: id });
    const soon = toLocalTimestamp(new Date(time + KEPT_FREE_MS).toISOString(), point.timezone).slice(0, 16);
    const isFree = ({ seated, next_reservation: next }: VenueTable): boolean =>
      !seated && (next === null || `${next.date} ${next.start_time}` > soon);
    const dice = diceOf(`life/${point.point_id}/${time}`);
    const free = tables.filter(isFree);
    for (let missing = Math.min(2, wanted - taken.length); missing > 0 && free.length > 0; missing--) {
      const [table] = free.splice(dice.between(0, free.length - 1), 1);
      await seat(table!, point, dice, time);
    }
  };

  /** Guests of the app order: some for later. */
  const order = async (point: HistoryPoint, orders: readonly Order[], time: number): Promise<void> => {
    const dice = diceOf(`life/${point.point_id}/${time}/order`);
    const underWay = orders.filter(({ key_id }) => key_id !== null);
    if (underWay.length >= ORDERS || !dice.chance(70)) return;
    const isDelivery = dice.chance(60);
    const isPreorder = dice.chance(15);
    const scheduled_at = new Date(time + dice.between(5, 10) * 15 * MINUTE_MS).toISOString();
    const body = {
      point_id: point.point_id,
      order_type_id: isDelivery ? 3 : 2,
      external_id: `${LIFE}${point.key}-${time}`,
      client: pickGuest(dice),
      persons: dice.between(1, 4),
      payment_type_id: (dice.chance(50) ? point.cash : point.terminal).id,
      items: fillCart(dice, point, isDelivery),
      address: isDelivery ? { ...dice.pick(ADDRESSES[point.key]), apartment: String(dice.between(1, 90)) } : null,
      ...(dice.chance(30) && { comment: dice.pick(COMMENTS) }),
      ...(isPreorder && { scheduled_at }),
    };
    await at(time, () => hands.place(body.external_id, body)).catch((error: unknown) => {
      log.debug({ err: error }, 'an order of the life of the demo was refused');
    });
  };

  /** Now and then something runs out, and comes back. */
  const stop = async ({ point_id, products }: HistoryPoint, time: number): Promise<void> => {
    const dice = diceOf(`life/${point_id}/${time}/stop`);
    if (!dice.chance(6)) return;
    const { product_id } = dice.pick(products);
    const entries = [{ product_id, quantity: dice.chance(60) ? 0 : dice.between(1, 6), reason: dice.pick(REASONS) }];
    if (dice.chance(60)) await send(time, `${point_id}/${time}`, 'SetStopList', { point_id, entries });
    else await send(time, `${point_id}/${time}`, 'ClearStopList', { point_id, product_ids: [product_id] });
  };

  const liveAt = async (point: HistoryPoint, time: number): Promise<void> => {
    const asked = { brand_id, point_ids: [point.point_id], statuses: OPEN, after_id: 0, limit: MOST_ORDERS };
    const { items: open } = await listOrders(pool, asked);
    await Promise.all(open.filter((one) => isOfLife(one, point)).map((one) => serve(one, point, time)));
    await receive(point, open, time);
    await order(point, open, time);
    await stop(point, time);
  };

  return { tick: async (time) => void (await Promise.all(points.map((point) => liveAt(point, time)))) };
};
