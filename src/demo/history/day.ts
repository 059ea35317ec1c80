import type { IdentityKey } from '../../commands/claims/identities.ts';
import { dayOfWeek, nearestInstantOf } from '../../domain/reservations/local-clock.ts';
import { demoPoint } from '../brand/demo-file.ts';
import { pickSittings, planBooking } from './booking-plan.ts';
import { tellBooking } from './booking-story.ts';
import { tellOfCorrections } from './corrections.ts';
import { FLOAT } from './float.ts';
import type { Hands } from './hands.ts';
import { ORDINARY_ORDERS, tellOfMoney } from './money-story.ts';
import { tellOrder } from './order-story.ts';
import { diceOf } from './random.ts';
import { createSeating, type Seating } from './seating.ts';
import { tellOfStaff } from './staff-story.ts';
import type { Story } from './tale.ts';
import type { TimeMachine } from './time-machine.ts';
import type { HistoryPoint } from './venue.ts';

const MINUTE_MS = 60_000;
/** All guests, by point. */
const SHARE = { amir_temur: 0.6, chilonzor: 0.4 } as const;
/** The share of guests who have booked. */
const BOOKED = 0.1;
/** When guests come, by hour of the day: lunch and dinner. */
const HOURS = { 10: 3, 11: 5, 12: 12, 13: 14, 14: 9, 15: 5, 16: 4, 17: 6, 18: 11, 19: 14, 20: 11, 21: 6 } as const;
/** Some have booked before, and nothing else has happened. */
const MORNING = '08:00';
const CLOSING = '23:59';
const LAST_STEP = '23:50';
const CORRECTIONS = '11:10';
const EVENING = '20:40';

/** A day of a point. */
export interface DayOptions {
  readonly hands: Hands;
  readonly point: HistoryPoint;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly seed: string;
  /** At all points, on an ordinary day. */
  readonly ordersPerDay: number;
  /** The till's shift of that day, once it is open. */
  readonly shift_id?: number;
  /** The cash that is missing when its till is counted; none unless told. */
  readonly missing?: number;
  /** The day before, where its cheques are corrected on this one. */
  readonly corrects?: DayOptions;
}

const instant = ({ point, date }: DayOptions, time: string): number => nearestInstantOf({ date, time }, point.timezone);

const nameOf = ({ point, date }: DayOptions): string => `${point.key}/${date}`;

export const beginningOf = (options: DayOptions): number => instant(options, MORNING);

/** When its till is closed. */
export const endOf = (options: DayOptions): number => instant(options, CLOSING);

/** The stories of a day: of guests who have booked, of other guests, and of the staff. */
export const storiesOf = (options: DayOptions): Story[] => {
  const { point, date, ordersPerDay } = options;
  const seating = createSeating(point.tables);
  const isWeekend = dayOfWeek(date) > 5;
  const guests = Math.round(ordersPerDay * SHARE[point.key] * (isWeekend ? 4 / 3 : 1));
  const booked = bookingsOf(options, Math.round(guests * BOOKED), seating);
  const orders = ordersOf(options, guests - booked.length, seating);
  return [...booked, ...orders, staffOf(options), moneyOf(options), ...correctionsOf(options)];
};

const bookingsOf = (options: DayOptions, count: number, seating: Seating): Story[] => {
  const { point, date, seed, hands } = options;
  const until = instant(options, LAST_STEP);
  const taken = { hours: new Set<string>(), guests: new Set<number>() };
  return pickSittings(diceOf(`${seed}/${nameOf(options)}/bookings`), point, count).map((sitting, index) => {
    const name = `${nameOf(options)}/booking ${index + 1}`;
    const dice = diceOf(`${seed}/${name}`);
    const booking = planBooking(dice, point, date, sitting, taken);
    seating.book(booking);
    const external_id = `${seed}-${date}-${point.key}-r${index + 1}`;
    return tellBooking({ dice, point, date, booking, external_id, until, name, hands });
  });
};

/** Of an ordinary day's guests. A company has no more colleagues when more guests come. */
const ON_ACCOUNT = 4;

const ordersOf = (options: DayOptions, count: number, seating: Seating): Story[] => {
  const { point, date, seed, hands, ordersPerDay } = options;
  const until = instant(options, LAST_STEP);
  const onAccount = ON_ACCOUNT * Math.min(1, ORDINARY_ORDERS / ordersPerDay);
  return Array.from({ length: count }, (_, index) => {
    const name = `${nameOf(options)}/${index + 1}`;
    const dice = diceOf(`${seed}/${name}`);
    const hour = Number(dice.weighted(HOURS));
    const at = instant(options, `${hour}:00`) + dice.between(0, 59) * MINUTE_MS + dice.between(0, 59) * 1_000;
    const external_id = `${seed}-${date}-${point.key}-${index + 1}`;
    return tellOrder({ dice, point, at, until, external_id, name, hands, onAccount, seating });
  });
};

/** After the till of the day before was closed and counted. */
const correctionsOf = (options: DayOptions): Story[] => {
  const { point, corrects, seed, hands } = options;
  if (!corrects) return [];
  const cheques = storiesOf(omitCorrections(corrects)).flatMap(({ cheque }) => cheque ?? []);
  const name = `${nameOf(options)}/corrections`;
  return tellOfCorrections({
    point,
    hands,
    name,
    cheques,
    missing: corrects.missing ?? 0,
    dice: diceOf(`${seed}/${name}`),
    at: instant(options, CORRECTIONS),
    until: instant(options, LAST_STEP),
    before: instant(corrects, EVENING),
  });
};

const omitCorrections = ({ corrects: _, ...day }: DayOptions): DayOptions => day;

const staffOf = (options: DayOptions): Story => {
  const { point, date, seed, hands } = options;
  const name = `${nameOf(options)}/staff`;
  return tellOfStaff({ point, date, seed, hands, name, at: beginningOf(options), until: instant(options, LAST_STEP) });
};

const moneyOf = (options: DayOptions): Story => {
  const name = `${nameOf(options)}/money`;
  return tellOfMoney({
    ...options,
    shift_id: options.shift_id,
    name,
    at: beginningOf(options),
    until: instant(options, LAST_STEP),
  });
};

export const shiftName = (options: DayOptions): string => `${nameOf(options)}/shift`;

/** The key from which the day's shift gets its id. */
export const shiftKey = (options: DayOptions): IdentityKey => {
  const { brand_id, commandId } = options.hands;
  return { kind: 'minted', scope: brand_id, key: `${commandId(shiftName(options))}/id` };
};

/** Opens the till; answers the shift. */
export const openTill = async (time: TimeMachine, options: DayOptions): Promise<number> => {
  const { hands, point } = options;
  const fields = { point_id: point.point_id, cashier_id: point.cashiers[0], opening_cash: FLOAT };
  const open = () => hands.command(shiftName(options), 'OpenShift', fields);
  const at = instant(options, demoPoint(point.key).working_hours[0]!.open);
  return Number((await time.at(at, open)).shift_id);
};
