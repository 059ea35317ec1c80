/** What a date has instead of the hours of its weekday. */
export interface SpecialDay {
  /** `YYYY-MM-DD`, on the point's calendar. */
  readonly date: string;
  /** False: a closed day. */
  readonly is_open: boolean;
  /** `HH:MM`, as in the week; 00:00 on a closed day. */
  readonly open: string;
  readonly close: string;
  readonly reason: string | null;
}

/** By date. */
export type SpecialDays = Readonly<Record<string, SpecialDay>>;

export const closedDay = (date: string, reason: string): SpecialDay => ({
  date,
  is_open: false,
  open: '00:00',
  close: '00:00',
  reason,
});

/** The special days after a command. One date has one: a closed day takes the place of special hours, and the other way round. */
export const withSpecialDay = (
  days: SpecialDays,
  { date, day }: { readonly date: string; readonly day: SpecialDay | null },
): SpecialDays => {
  const { [date]: _, ...others } = days;
  return day ? { ...others, [date]: day } : others;
};

/** From the first date to the last. */
export const listSpecialDays = (days: SpecialDays): SpecialDay[] =>
  Object.values(days).sort((one, other) => (one.date < other.date ? -1 : 1));
