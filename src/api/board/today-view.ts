import { z } from 'zod';
import { amount, isoTimestamp } from '../../commands/fields/answer-fields.ts';
import { toBusinessDate, toLocalTimestamp } from '../../domain/local-time.ts';
import { addDays } from '../../domain/reservations/local-clock.ts';
import type { HourOfSales, SalesQuestion } from '../../projections/board/today.ts';

const hours = () =>
  z
    .array(
      z.object({
        hour: z.string().meta({ description: '`HH:00` on the point’s clock' }),
        revenue: amount(),
        cheques: z.int(),
      }),
    )
    .meta({ description: 'All hours of the business day, in its order: it begins where the day changes at the point' });

const average = () => amount().nullable().meta({ description: 'revenue / cheques, rounded. Null: no cheque' });

/** A business day so far, beside the same weekday a week before. */
export const todaySchema = z.object({
  point_id: z.uuid(),
  business_date: z.iso.date(),
  as_of: isoTimestamp().meta({ description: 'What the clock showed. With a position: when its event was recorded' }),
  revenue: amount().meta({
    description: 'Totals of closed cheques, as in the sales report; returns are not taken off',
  }),
  cheques: z.int().meta({ description: 'Closed cheques' }),
  average: average(),
  hours: hours(),
  before: z
    .object({
      business_date: z.iso.date(),
      revenue: amount().meta({ description: 'Of the whole day' }),
      cheques: z.int().meta({ description: 'Of the whole day' }),
      average: average(),
      revenue_so_far: amount().meta({ description: 'By the same time of that day' }),
      cheques_so_far: z.int().meta({ description: 'By the same time of that day' }),
      hours: hours(),
    })
    .meta({ description: 'The same weekday a week before' }),
});

type TodayView = z.infer<typeof todaySchema>;

interface Place {
  readonly point_id: string;
  readonly timezone: string;
  readonly business_day_cutoff: string;
}

const WEEK = 7;

/** The two business days of an instant (ISO 8601 in UTC), and how far each counts. */
export const daysOf = ({ timezone, business_day_cutoff }: Place, instant: string) => {
  const business_date = toBusinessDate(instant, timezone, business_day_cutoff);
  const now = toLocalTimestamp(instant, timezone);
  const weekAgo = `${addDays(now.slice(0, 10), -WEEK)}${now.slice(10)}`;
  return {
    business_dates: [business_date, addDays(business_date, -WEEK)],
    until: [now, weekAgo],
    cutoff: business_day_cutoff,
  } satisfies Partial<SalesQuestion>;
};

export const viewToday = (
  place: Place,
  as_of: string,
  [today = '', before = '']: readonly string[],
  sales: readonly HourOfSales[],
): TodayView => {
  const ofDay = (date: string) => sales.filter(({ business_date }) => business_date === date);
  const sum = (rows: readonly HourOfSales[], field: 'revenue' | 'cheques' | 'revenue_so_far' | 'cheques_so_far') =>
    rows.reduce((total, row) => total + row[field], 0);
  const sumUp = (date: string) => {
    const rows = ofDay(date);
    const [revenue, cheques] = [sum(rows, 'revenue'), sum(rows, 'cheques')];
    const hours = hoursOf(rows, place.business_day_cutoff);
    return {
      business_date: date,
      revenue,
      cheques,
      average: cheques === 0 ? null : Math.round(revenue / cheques),
      hours,
    };
  };
  const rows = ofDay(before);
  return {
    point_id: place.point_id,
    as_of,
    ...sumUp(today),
    before: {
      ...sumUp(before),
      revenue_so_far: sum(rows, 'revenue_so_far'),
      cheques_so_far: sum(rows, 'cheques_so_far'),
    },
  };
};

/** Where the day changes within an hour, the end of the day has the beginning of that hour. */
const hoursOf = (rows: readonly HourOfSales[], cutoff: string): TodayView['hours'] => {
  const first = Number(cutoff.slice(0, 2));
  const order = Array.from({ length: 24 }, (_, index) => ({ hour: (first + index) % 24, isLast: false }));
  if (!cutoff.endsWith(':00')) order.push({ hour: first, isLast: true });
  const isHere = ({ hour, is_early }: HourOfSales, place: (typeof order)[number]): boolean =>
    hour === place.hour && (hour !== first || cutoff.endsWith(':00') || is_early === place.isLast);
  return order.map((place) => {
    const here = rows.filter((row) => isHere(row, place));
    return {
      hour: `${String(place.hour).padStart(2, '0')}:00`,
      revenue: here.reduce((total, { revenue }) => total + revenue, 0),
      cheques: here.reduce((total, { cheques }) => total + cheques, 0),
    };
  });
};
