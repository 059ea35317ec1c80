import { toLocalDate } from '../domain/local-time.ts';
import type { BrandFile, FileSpecialDay } from './brand-file.ts';
import type { Named } from './names.ts';
import type { SpecialDayThere, There } from './there.ts';

/** What a point does on a date, compared and shown in one form. */
export interface DayPlan {
  /** Both undefined: closed. */
  readonly open?: string | undefined;
  readonly close?: string | undefined;
  readonly reason: string | null;
}

export interface SpecialDayStep {
  readonly kind: 'special_day';
  readonly point: string;
  readonly date: string;
  /** Null: the hours of the weekday. */
  readonly before: DayPlan | null;
  readonly after: DayPlan | null;
}

/** The days of a point that the file changes. Those that are over stay as they were; what the file lacks goes with `prune` alone. */
export const planSpecialDays = (
  file: BrandFile,
  there: There,
  named: Named,
  { point, prune }: { readonly point: string; readonly prune: boolean },
): SpecialDayStep[] => {
  const wanted = file.special_days.get(point);
  if (!wanted) return [];
  const today = todayAt(there, named, point, file);
  const known = new Map(comingDays(there, named, point, today).map((day) => [day.date, dayOf(day)]));
  const dates = [...wanted.keys(), ...(prune ? known.keys() : [])];
  return [...new Set(dates)].toSorted().flatMap((date): SpecialDayStep[] => {
    const before = known.get(date) ?? null;
    const own = wanted.get(date);
    const after = own ? dayOf(own) : null;
    return date < today || isSameDay(before, after) ? [] : [{ kind: 'special_day', point, date, before, after }];
  });
};

/** The days of a point from today on, as a file has them. */
export const specialDaysOf = (there: There, named: Named, point: string): Record<string, DayPlan> =>
  Object.fromEntries(
    comingDays(there, named, point, todayAt(there, named, point)).map((day) => {
      const { reason, ...hours } = dayOf(day);
      return [day.date, { ...hours, ...(reason !== null && { reason }) } as DayPlan];
    }),
  );

/** The date on the point's clock. The file may be about to change its zone, or to make the point. */
const todayAt = (there: There, named: Named, point: string, file?: BrandFile): string => {
  const entry = file?.sections.points?.get(point);
  const own = entry?.present.has('timezone') ? entry.words.timezone : undefined;
  const timezone = own ?? named.points.things.get(point)?.fields.timezone ?? entry?.words.timezone ?? 'UTC';
  return toLocalDate(new Date(there.readAt).toISOString(), String(timezone));
};

const comingDays = (there: There, named: Named, point: string, today: string): readonly SpecialDayThere[] => {
  const id = named.points.things.get(point)?.id;
  const days = id === undefined ? [] : (there.specialDays.get(String(id)) ?? []);
  return days.filter(({ date }) => date >= today);
};

const dayOf = ({ open, close, reason }: FileSpecialDay | SpecialDayThere): DayPlan => ({
  ...(open && close && { open, close }),
  reason: reason ?? null,
});

const isSameDay = (one: DayPlan | null, other: DayPlan | null): boolean =>
  one === other || (one?.open === other?.open && one?.close === other?.close && one?.reason === other?.reason);
