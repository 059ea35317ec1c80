import type { IdentityKey } from '../../commands/identities.ts';
import { dayOfWeek, nearestInstantOf } from '../../domain/reservation-book/local-clock.ts';
import { POINTS } from '../demo/brand/points.ts';
import type { Hands } from './hands.ts';
import { diceOf } from './random.ts';
import { type Story, tellStory } from './story.ts';
import type { TimeMachine } from './time-machine.ts';
import type { HistoryPoint } from './venue.ts';

const MINUTE_MS = 60_000;
/** Of all orders, by point. */
const SHARE = { amir_temur: 0.6, chilonzor: 0.4 } as const;
/** When guests come, by hour of the day: lunch and dinner. */
const HOURS = { 10: 3, 11: 5, 12: 12, 13: 14, 14: 9, 15: 5, 16: 4, 17: 6, 18: 11, 19: 14, 20: 11, 21: 6 } as const;
const CLOSING = '23:59';
const LAST_STEP = '23:50';

/** A day of a point. */
export interface DayOptions {
  readonly hands: Hands;
  readonly point: HistoryPoint;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly seed: string;
  /** Of all points, on an ordinary day. */
  readonly ordersPerDay: number;
}

const instant = ({ point, date }: DayOptions, time: string): number => nearestInstantOf({ date, time }, point.timezone);

const nameOf = ({ point, date }: DayOptions): string => `${point.key}/${date}`;

/** Everybody who comes, in the order they come. */
export const storiesOf = (options: DayOptions): Story[] => {
  const { point, date, seed, hands, ordersPerDay } = options;
  const isWeekend = dayOfWeek(date) > 5;
  const count = Math.round(ordersPerDay * SHARE[point.key] * (isWeekend ? 4 / 3 : 1));
  const until = instant(options, LAST_STEP);
  const stories = Array.from({ length: count }, (_, index) => {
    const name = `${nameOf(options)}/${index + 1}`;
    const dice = diceOf(`${seed}/${name}`);
    const hour = Number(dice.weighted(HOURS));
    const at = instant(options, `${hour}:00`) + dice.between(0, 59) * MINUTE_MS + dice.between(0, 59) * 1_000;
    const external_id = `${seed}-${date}-${point.key}-${index + 1}`;
    return tellStory({ dice, point, at, until, external_id, name, hands });
  });
  return stories.sort((one, other) => one.at - other.at);
};

const shiftName = (options: DayOptions): string => `${nameOf(options)}/shift`;

/** What the day's shift gets its id by. */
export const shiftKey = (options: DayOptions): IdentityKey => {
  const { brand_id, commandId } = options.hands;
  return { kind: 'minted', scope: brand_id, key: `${commandId(shiftName(options))}/id` };
};

/** Opens the till; answers the shift. */
export const openTill = async (time: TimeMachine, options: DayOptions): Promise<number> => {
  const { hands, point } = options;
  const fields = { point_id: point.point_id, cashier_id: point.cashiers[0], opening_cash: 500_000 };
  const open = () => hands.command(shiftName(options), 'OpenShift', fields);
  const at = instant(options, POINTS[point.key].working_hours[0]!.open);
  return Number((await time.at(at, open)).shift_id);
};

export const closeTill = (time: TimeMachine, options: DayOptions, shift_id: number) => {
  const close = () => options.hands.command(`${shiftName(options)} end`, 'CloseShift', { shift_id });
  return time.at(instant(options, CLOSING), close);
};
