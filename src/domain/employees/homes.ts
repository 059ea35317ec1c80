import type { EmployeeDetails } from './events.ts';

/** What reports judge a day by. */
const ASSIGNED = ['point_id', 'role', 'role_name', 'position_id', 'position_name'] as const;
type Field = (typeof ASSIGNED)[number];
type Assigned = Pick<EmployeeDetails, Field>;

/** An employee's own point, role and position, from a day on. */
export interface Home extends Assigned {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  /** The instant since when it is this point; ISO 8601 in UTC. Left out: since hired, or nobody knows. */
  readonly point_since?: string | undefined;
}

/** What an employee was hired as counts for all days before the first change. */
export const FIRST_DAY = '0001-01-01';

/**
 * The first day that is judged by a change of an employee's details. The business day on which it is made has begun, and is
 * still judged by what held at its beginning. A change of which no day is known counts for all days.
 */
export const firstDayOf = (changedOn: string | undefined): string =>
  changedOn === undefined ? FIRST_DAY : daysAfter(changedOn, 1);

/** The business day of the change that counts from this day on. */
export const changedOnOf = (from: string): string => daysAfter(from, -1);

const daysAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** What holds on a day: the latest that began by then. `all` ascend by their first day. */
export const holdingOn = <Dated extends { readonly from: string }>(
  all: readonly Dated[],
  date: string,
): Dated | undefined => all.findLast(({ from }) => from <= date);

/** An own point, from an instant on, or from a day on if nobody knows the instant. */
export type OwnPoint = Pick<Home, 'from' | 'point_id' | 'point_since'>;

/**
 * The own point when a mark was made. `momentAt`: the mark's instant, in milliseconds, and its business day by the clock of a
 * point; undefined: this clock skips it, or nobody knows the point.
 */
export const ownPointAt = (
  homes: readonly OwnPoint[],
  momentAt: (pointId: string | null) => { readonly time: number; readonly date: string } | undefined,
): string | null => {
  const held = homes.findLast(({ from, point_id, point_since }) => {
    if (from === FIRST_DAY) return true;
    const moment = momentAt(point_id);
    if (!moment) return false;
    return point_since === undefined ? from <= moment.date : Date.parse(point_since) <= moment.time;
  });
  return held?.point_id ?? null;
};

export const assignedOf = ({ point_id, role, role_name, position_id, position_name }: Assigned): Assigned => ({
  point_id,
  role,
  role_name,
  position_id,
  position_name,
});

export const withHome = (
  homes: readonly Home[],
  details: Assigned & { readonly business_date?: string | undefined; readonly point_since?: string | undefined },
): readonly Home[] => {
  const from = firstDayOf(details.business_date);
  const others = homes.filter((home) => home.from !== from);
  const { point_since } = details;
  return [...others, { from, ...assignedOf(details), ...(point_since !== undefined && { point_since }) }].toSorted(
    (one, other) => (one.from < other.from ? -1 : 1),
  );
};

/** What an employee is assigned from the day after `business_date` on. */
interface Change extends Assigned {
  readonly business_date: string;
  readonly point_since?: string | undefined;
}

/**
 * What a change of an earlier day makes of what was assigned on that day and since, ascending: a detail that is given
 * counts until an assignment changed it, the others stay as each day had them. `changed_at`: when it was changed.
 */
export const changesSince = (
  homes: readonly Home[],
  business_date: string,
  given: Partial<Assigned>,
  changed_at?: string,
): readonly Change[] => {
  const from = firstDayOf(business_date);
  const held = holdingOn(homes, from);
  if (!held) return [];
  const changes: Change[] = [];
  let fields = ASSIGNED.filter((field) => given[field] !== undefined && given[field] !== held[field]);
  const put = (home: Home, changedOn: string): void => {
    const changed = Object.fromEntries(fields.map((field) => [field, given[field]]));
    const point_since = fields.includes('point_id') ? changed_at : home.point_since;
    if (fields.length > 0) changes.push({ ...assignedOf(home), ...changed, business_date: changedOn, point_since });
  };
  put(held, business_date);
  for (const home of homes.filter((later) => later.from > from)) {
    fields = fields.filter((field) => home[field] === held[field]);
    put(home, changedOnOf(home.from));
  }
  return changes;
};
