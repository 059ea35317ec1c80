import { z } from 'zod';
import type { SpecialDayCommand } from '../../domain/points/commands.ts';
import { pointDecider } from '../../domain/points/decide.ts';
import type { BookedOutside } from '../../domain/points/events.ts';
import { closedDay, withSpecialDay } from '../../domain/points/special-days.ts';
import type { Point } from '../../domain/points/state.ts';
import { allEntries } from '../../domain/reservations/by-uuid.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import { openUntil } from '../../domain/reservations/hours.ts';
import { addDays, localTimeOf } from '../../domain/reservations/local-clock.ts';
import { isAwaited } from '../../domain/reservations/status.ts';
import { type CommandDefinition, type CommandOutcome, defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { calendarDate, endOfDay, name, timeOfDay, uuid } from '../fields/fields.ts';
import { requirePoint } from './require-point.ts';

/** A port. The read side implements it; wiring/lookups.ts connects them. */
export interface PreordersOfPoint {
  /** For when the point's preorders are that wait for their time: milliseconds, from `from` until before `to`. */
  preorderTimes(brandId: string, pointId: string, from: number, to: number): Promise<readonly number[]>;
}

/** The evening of yesterday may still run after midnight. */
const DAYS_BACK = 1;
/** Two years. */
const DAYS_AHEAD = 731;

const count = (what: string) =>
  z.int().meta({
    description: `${what} that stay for times at which the point was open before, and is closed from now on: tell the guests, or move them`,
  });

const result = z.object({
  point_id: z.uuid(),
  date: z.iso.date(),
  reservations_outside: count('Reservations'),
  preorders_outside: count('Preorders'),
});

const ofDate = { point_id: uuid(), date: calendarDate() };
const reason = () => name().meta({ description: 'Shown to partners and guests' });

const defineClosedDay = defineCommand({
  type: 'DefineClosedDay',
  audiences: ['venue'],
  summary: 'Closes a point on a date. What is booked stays, and the answer says how much that is.',
  input: z.object({ ...ofDate, reason: reason() }),
  result,
  run: ({ point_id, date, reason: why }, context, preorders: PreordersOfPoint) =>
    setSpecialDay(context, preorders, point_id, { date, day: closedDay(date, why) }),
});

const defineSpecialHours = defineCommand({
  type: 'DefineSpecialHours',
  audiences: ['venue'],
  summary:
    'Gives a point other hours on a date than its weekday has. What is booked stays, and the answer says how much that is.',
  input: z.object({ ...ofDate, open: timeOfDay(), close: endOfDay(), reason: reason().nullish() }),
  result,
  run: ({ point_id, date, open, close, reason: why }, context, preorders: PreordersOfPoint) => {
    const day = { date, is_open: true, open, close, reason: why ?? null };
    return setSpecialDay(context, preorders, point_id, { date, day });
  },
});

const removeClosedDay = defineCommand({
  type: 'RemoveClosedDay',
  audiences: ['venue'],
  summary: 'Opens a point again on a date that was a closed day: the hours of the weekday count.',
  input: z.object(ofDate),
  result,
  run: ({ point_id, date }, context, preorders: PreordersOfPoint) =>
    setSpecialDay(context, preorders, point_id, { date, day: null, removes: 'closed_day' }),
});

const removeSpecialHours = defineCommand({
  type: 'RemoveSpecialHours',
  audiences: ['venue'],
  summary: 'Takes the special hours of a date away: the hours of the weekday count again.',
  input: z.object(ofDate),
  result,
  run: ({ point_id, date }, context, preorders: PreordersOfPoint) =>
    setSpecialDay(context, preorders, point_id, { date, day: null, removes: 'special_hours' }),
});

type Change = Pick<SpecialDayCommand, 'date' | 'day' | 'removes'>;

const setSpecialDay = async (
  context: CommandContext,
  preorders: PreordersOfPoint,
  point_id: string,
  change: Change,
): Promise<CommandOutcome<z.output<typeof result>>> => {
  const { brand_id, occurred_at } = context;
  const point = await requirePoint(context, point_id);
  const { date: today } = localTimeOf(Date.parse(occurred_at), point.timezone);
  const outside = await bookedOutside(context, preorders, point, change);
  const bounds = { from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD) };
  const command: SpecialDayCommand = { type: 'SetSpecialDay', brand_id, ...change, ...bounds, outside };
  const handled = await context.handle(pointDecider, point_id, command, { point_id });
  return outcome(handled, ([event]) => {
    const { reservations_outside, preorders_outside } = event && event.type !== 'PointDefined' ? event.data : outside;
    return { point_id, date: change.date, reservations_outside, preorders_outside };
  });
};

const DAY_MS = 86_400_000;

/** Counts what is booked for times that the change takes away. */
const bookedOutside = async (
  context: CommandContext,
  preorders: PreordersOfPoint,
  point: Point,
  change: Change,
): Promise<BookedOutside> => {
  const after = { ...point, special_days: withSpecialDay(point.special_days, change) };
  const isOutside = (instant: number): boolean =>
    openUntil(instant, point) !== undefined && openUntil(instant, after) === undefined;
  // In any zone the hours of a date lie between the day before and the end of the day after it, by UTC.
  const midnight = Date.parse(change.date);
  const from = Math.max(midnight - DAY_MS, Date.parse(context.occurred_at));
  const to = midnight + 3 * DAY_MS;
  const book = await context.load(reservationBookDecider, point.point_id);
  const starts = allEntries(book.current)
    .filter(({ status }) => isAwaited(status))
    .map(({ starts_at }) => Date.parse(starts_at))
    .filter((start) => start >= from && start < to);
  const waiting = await preorders.preorderTimes(point.brand_id, point.point_id, from, to);
  return {
    reservations_outside: starts.filter(isOutside).length,
    preorders_outside: waiting.filter(isOutside).length,
  };
};

export const specialDayCommands: readonly CommandDefinition<PreordersOfPoint>[] = [
  defineClosedDay,
  removeClosedDay,
  defineSpecialHours,
  removeSpecialHours,
];
