import { isSameValue } from '../same-value.ts';
import type { EmployeeDetails } from './events.ts';
import { type PointTimes, withTransfer } from './point-times.ts';

/** What reports judge a day by. */
const ASSIGNED = ['point_id', 'role', 'role_name', 'position_id', 'position_name'] as const;
type Field = (typeof ASSIGNED)[number];
type Assigned = Pick<EmployeeDetails, Field>;

/** An employee's own point, role and position, from a day on. */
export interface Home extends Assigned {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly point_times?: PointTimes | undefined;
}

/** What an employee was hired as counts for all days before the first change. */
export const FIRST_DAY = '0001-01-01';

/**
 * The first day that is judged by a change of an employee's details. The business day on which it is made has begun, and is
 * still judged by what held at its beginning.
 */
export const firstDayOf = (changedOn: string): string => daysAfter(changedOn, 1);

/** The business day of the change that counts from this day on. */
export const changedOnOf = (from: string): string => daysAfter(from, -1);

const daysAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** What holds on a day: the latest that began by then. `all` ascend by their first day. */
export const holdingOn = <Dated extends { readonly from: string }>(
  all: readonly Dated[],
  date: string,
): Dated | undefined => all.findLast(({ from }) => from <= date);

/** An own point, from instants on, or from a day on if nobody knows the instants. */
export interface OwnPoint extends Pick<Home, 'from' | 'point_id'> {
  readonly point_times?: PointTimes | null | undefined;
}

/** An own point from a day on, or from an instant on if somebody knows it. */
interface DatedPoint {
  readonly from: string;
  readonly point_id: string | null;
  readonly since?: string;
}

/** All own points, ascending. */
export const ownPointsOf = (homes: readonly OwnPoint[]): readonly DatedPoint[] =>
  homes.flatMap(({ from, point_id, point_times }) =>
    point_times && from !== FIRST_DAY ? point_times.map((time) => ({ from, ...time })) : [{ from, point_id }],
  );

/**
 * The own point when a mark was made. `momentAt`: the mark's instant, in milliseconds, and its business day by the clock of a
 * point; undefined: this clock skips it, or nobody knows the point.
 */
export const ownPointAt = (
  homes: readonly OwnPoint[],
  momentAt: (pointId: string | null) => { readonly time: number; readonly date: string } | undefined,
): string | null => {
  const held = ownPointsOf(homes).findLast(({ from, point_id, since }) => {
    if (from === FIRST_DAY) return true;
    const moment = momentAt(point_id);
    if (!moment) return false;
    return since === undefined ? from <= moment.date : Date.parse(since) <= moment.time;
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

/** What an employee was hired as. */
export const firstHome = (details: Assigned): Home => ({ from: FIRST_DAY, ...assignedOf(details) });

export const withHome = (
  homes: readonly Home[],
  details: Assigned & { readonly business_date: string; readonly point_times?: PointTimes | undefined },
): readonly Home[] => {
  const from = firstDayOf(details.business_date);
  const others = homes.filter((home) => home.from !== from);
  const { point_times } = details;
  return [...others, { from, ...assignedOf(details), ...(point_times && { point_times }) }].toSorted((one, other) =>
    one.from < other.from ? -1 : 1,
  );
};

/** What an employee is assigned from the day after `business_date` on. */
interface Change extends Assigned {
  readonly business_date: string;
  readonly point_times?: PointTimes | undefined;
}

/** What is told of a day, and when on that day it happened; ISO 8601 in UTC. */
export interface Told {
  readonly business_date: string;
  readonly changed_at?: string | undefined;
  readonly given: { readonly [Name in Field]?: Assigned[Name] | undefined };
}

/**
 * What a change makes of what its day had left so far, `home`. The own point stays, if another transfer of that day was
 * later.
 */
export const changeOf = (home: Home, { business_date, changed_at, given }: Told): Change => {
  const transfer = { point_id: given.point_id, since: changed_at };
  const point_times = timesWith(timesOn(home, business_date), home.point_id, transfer);
  const changed = { ...assignedOf(home), ...ofFields(assignedFields(given), given) };
  return { ...changed, ...(point_times && { point_id: point_times.at(-1)!.point_id }), business_date, point_times };
};

/** Whether a change leaves something else than `home`, which its day had left so far. */
export const saysNew = (home: Home, { business_date, point_times, ...assigned }: Change): boolean =>
  !isSameValue(assigned, assignedOf(home)) || !isSameValue(point_times ?? [], timesOn(home, business_date) ?? []);

const timesOn = (home: Home, business_date: string): PointTimes | undefined =>
  home.from === firstDayOf(business_date) ? home.point_times : undefined;

const timesWith = (
  known: PointTimes | undefined,
  before: string | null,
  { point_id, since }: { readonly point_id: string | null | undefined; readonly since: string | undefined },
): PointTimes | undefined => {
  if (point_id === undefined || (point_id === before && !known)) return known;
  return since === undefined ? undefined : withTransfer(known ?? [], { point_id, since });
};

const assignedFields = (given: Told['given']): Field[] => ASSIGNED.filter((field) => given[field] !== undefined);

const ofFields = (fields: readonly Field[], given: Told['given']): Partial<Assigned> =>
  Object.fromEntries(fields.map((field) => [field, given[field]]));

/**
 * What a change of an earlier day makes of what was assigned on that day and since, ascending: a detail that is given
 * counts until an assignment changed it, the others stay as each day had them.
 */
export const changesSince = (homes: readonly Home[], told: Told): readonly Change[] => {
  const { business_date, given } = told;
  const from = firstDayOf(business_date);
  const held = holdingOn(homes, from);
  const first = held && changeOf(held, told);
  if (!first || !saysNew(held, first)) return [];
  const changes = [first];
  let fields = assignedFields(given).filter((field) => first[field] !== held[field]);
  for (const home of homes.filter((later) => later.from > from)) {
    // A day that left the point as it was may have had transfers there and back.
    fields = fields.filter((field) => home[field] === held[field] && !(field === 'point_id' && home.point_times));
    const { point_times } = home;
    if (fields.length > 0)
      changes.push({
        ...assignedOf(home),
        ...ofFields(fields, given),
        business_date: changedOnOf(home.from),
        point_times,
      });
  }
  return changes;
};
