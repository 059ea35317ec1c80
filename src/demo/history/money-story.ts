import { nearestInstantOf } from '../../domain/reservations/local-clock.ts';
import { planMoney } from './money-plan.ts';
import { diceOf } from './random.ts';
import { beginTale, type Story, type TaleOptions } from './tale.ts';
import type { HistoryPoint } from './venue.ts';

export interface MoneyOptions extends TaleOptions {
  readonly point: HistoryPoint;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly seed: string;
  readonly shift_id: number | undefined;
  readonly ordersPerDay: number;
}

/** Orders of a day for which the amounts of the plan are right. */
export const ORDINARY_ORDERS = 200;

/** The day's expenses, deliveries, payments and hand-overs. An earlier demo brand has no accounts for them. */
export const tellOfMoney = (options: MoneyOptions): Story => {
  const { point, date, seed, shift_id, ordersPerDay, name, hands } = options;
  const tale = beginTale(options);
  const { money } = point;
  if (!money) return tale;
  const dice = diceOf(`${seed}/${name}`);
  const scale = ordersPerDay / ORDINARY_ORDERS;
  for (const { time, name: step, type, fields, mints } of planMoney({
    point: { ...point, money },
    date,
    shift_id,
    dice,
    scale,
  })) {
    for (const label of mints) tale.mints(step, label);
    const act = () => hands.command(tale.nameOf(step), type, fields);
    tale.goOnAt(nearestInstantOf({ date, time }, point.timezone), { act });
  }
  return tale;
};
