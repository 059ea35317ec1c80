import { nearestInstantOf } from '../../domain/reservations/local-clock.ts';
import { fillCart } from '../history/cart.ts';
import type { Hands } from '../history/hands.ts';
import { diceOf } from '../history/random.ts';
import type { HistoryPoint } from '../history/venue.ts';
import { forEach } from '../steps.ts';
import { LIFE } from './plan.ts';

const MINUTE_MS = 60_000;
/** When guests pay, by the hour. */
const HOURS = {
  10: 2,
  11: 4,
  12: 11,
  13: 12,
  14: 8,
  15: 4,
  16: 3,
  17: 5,
  18: 9,
  19: 12,
  20: 11,
  21: 8,
  22: 4,
} as const;
const CHEQUES = 36;

/**
 * Sells at the till on a day of the past, until a time (milliseconds since the epoch): cheques that are opened and paid. Of
 * a whole day there are CHEQUES. Answers how much of it was paid in cash.
 */
export const sellEarlier = async (hands: Hands, point: HistoryPoint, date: string, until: number): Promise<number> => {
  const sales = Array.from({ length: CHEQUES }, (_, index) => {
    const name = `${LIFE}${point.key}/${date}/${index}`;
    const dice = diceOf(name);
    const hour = dice.weighted(HOURS);
    const time = `${hour}:${String(dice.between(0, 59)).padStart(2, '0')}`;
    return { name, dice, at: nearestInstantOf({ date, time }, point.timezone) };
  }).filter(({ at }) => at < until);
  const inCash = await forEach(sales, async ({ name, dice, at }) => {
    const occurred = (minutes: number) => ({ occurred_at: new Date(at + minutes * MINUTE_MS).toISOString() });
    const { point_id, cash, terminal, waiters, cashiers } = point;
    const items = fillCart(dice, point, false);
    const cheque = { point_id, order_type_id: dice.chance(60) ? 1 : 2, waiter_id: dice.pick(waiters), items };
    const opened = await hands.command(`${name}/OpenCheque`, 'OpenCheque', { ...cheque, ...occurred(-35) });
    const order_id = Number(opened.order_id);
    const { total_amount: amount } = await hands.find(order_id);
    const paidBy = dice.chance(55) ? terminal : cash;
    const payments = [{ payment_type_id: paidBy.id, amount }];
    const paid = { order_id, cashier_id: cashiers[0], payments, ...occurred(0) };
    await hands.command(`${name}/CloseCheque`, 'CloseCheque', paid);
    return paidBy === cash ? amount : 0;
  });
  return inCash.reduce((sum, amount) => sum + amount, 0);
};
