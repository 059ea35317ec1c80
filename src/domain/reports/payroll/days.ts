/** Both ends included, each `YYYY-MM-DD`. */
export interface Period {
  readonly date_from: string;
  readonly date_to: string;
}

export const isWithin = (date: string, { date_from, date_to }: Period): boolean => date_from <= date && date <= date_to;

/** The day so many days later, or earlier. */
export const dayAfter = (date: string, days = 1): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** Each day of it, from the first on. */
export const daysOf = ({ date_from, date_to }: Period): string[] => {
  const days: string[] = [];
  for (let date = date_from; date <= date_to; date = dayAfter(date)) days.push(date);
  return days;
};

/** The days that two periods have in common; undefined: none. */
export const commonDays = (one: Period, other: Period): Period | undefined => {
  const date_from = one.date_from > other.date_from ? one.date_from : other.date_from;
  const date_to = one.date_to < other.date_to ? one.date_to : other.date_to;
  return date_from > date_to ? undefined : { date_from, date_to };
};

/** The days of a period within one month. */
export interface MonthPart {
  /** Days of the month, from 1. */
  readonly first: number;
  readonly last: number;
  /** How many days the month has. */
  readonly days: number;
}

export const monthsOf = ({ date_from, date_to }: Period): MonthPart[] => {
  const end = Temporal.PlainDate.from(date_to);
  const parts: MonthPart[] = [];
  for (let at = Temporal.PlainDate.from(date_from); Temporal.PlainDate.compare(at, end) <= 0; ) {
    const isLast = at.year === end.year && at.month === end.month;
    parts.push({ first: at.day, last: isLast ? end.day : at.daysInMonth, days: at.daysInMonth });
    at = at.add({ days: at.daysInMonth - at.day + 1 });
  }
  return parts;
};
