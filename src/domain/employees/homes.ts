/** An employee's own point, from a day on. */
export interface Home {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  /** Null: at no point in particular. */
  readonly point_id: string | null;
}

/** What an employee was hired as counts for all days before the first change. */
export const FIRST_DAY = '0001-01-01';

/**
 * The first day that is judged by a change of an employee's details. The business day on which it is made has begun, and is
 * still judged by what held at its beginning. A change of which no day is known counts for all days.
 */
export const firstDayOf = (changedOn: string | undefined): string =>
  changedOn === undefined ? FIRST_DAY : Temporal.PlainDate.from(changedOn).add({ days: 1 }).toString();

/** What holds on a day: the latest that began by then. `all` ascend by their first day. */
export const holdingOn = <Dated extends { readonly from: string }>(
  all: readonly Dated[],
  date: string,
): Dated | undefined => all.findLast(({ from }) => from <= date);

export const withHome = (
  homes: readonly Home[],
  { point_id, business_date }: { readonly point_id: string | null; readonly business_date?: string | undefined },
): readonly Home[] => {
  const from = firstDayOf(business_date);
  const others = homes.filter((home) => home.from !== from);
  return [...others, { from, point_id }].toSorted((one, other) => (one.from < other.from ? -1 : 1));
};
