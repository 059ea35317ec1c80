import { instantOfMark, momentOfMark, parseMarkTime } from '../../domain/attendance/mark-time.ts';
import type { TimesheetState } from '../../domain/attendance/state.ts';
import { pointOfMark } from '../../domain/attendance/where.ts';
import { ownPointAt } from '../../domain/employees/homes.ts';
import { isRecord } from '../../domain/is-record.ts';
import { DEFAULT_TIMEZONE } from '../../domain/local-time.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { isKeysPoint } from '../bus/caller.ts';
import { validate } from '../fields/validate.ts';
import type { ClaimedMark, ReceivedMark } from './mark-claims.ts';
import { checkMarkTime, eventIdInput, instantOf, type MarkInput, markInput } from './mark-input.ts';
import { type RosterEmployee, type RosterPoint, requireActive } from './roster.ts';

/** What the marks of a request are compared with. */
export interface MarkGround {
  readonly employees: ReadonlyMap<number, RosterEmployee>;
  readonly points: ReadonlyMap<string, RosterPoint>;
  /** The points of the key; null: all. */
  readonly point_ids: readonly string[] | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

type RawEvent = Readonly<Record<string, unknown>>;

/** One event of a request, as far as it can be read. */
export interface ReadEvent {
  readonly raw: RawEvent;
  /** Its id in the answer. */
  readonly event_id: string | null;
  /** Its key among the events that were received before; null: it has none. */
  readonly key: string | null;
  readonly input: MarkInput | Refusal;
}

/** Reads every event separately. Of several with one event_id, the first counts, and the others are its repeats. */
export const readEvents = (events: readonly unknown[]): ReadEvent[] => {
  const seen = new Set<string>();
  return events.map((event) => {
    const raw: RawEvent = isRecord(event) ? event : {};
    const event_id = typeof raw.event_id === 'string' ? raw.event_id : null;
    const read = refusalOr(() => validate(eventIdInput, { event_id: raw.event_id }));
    if (read instanceof Refusal) return { raw, event_id, key: null, input: read };
    if (seen.has(read.event_id))
      return { raw, event_id, key: null, input: invalid('event_id_repeated', {}, { field: 'event_id' }) };
    seen.add(read.event_id);
    return { raw, event_id, key: read.event_id, input: refusalOr(() => validate(markInput, raw)) };
  });
};

/**
 * The mark to be recorded, or the reason why it is rejected (docs/domain.md#attendance). Without a point it belongs to the
 * point where the employee was on shift, as far as the key may use it, else to the employee's own.
 */
export const judgeMark = (
  input: MarkInput,
  ground: MarkGround,
  timesheet: TimesheetState = null,
): ClaimedMark | Refusal => refusalOr(() => judge(input, ground, timesheet));

const judge = (input: MarkInput, ground: MarkGround, timesheet: TimesheetState): ClaimedMark => {
  const { employees, points, now } = ground;
  const { employee_id, type } = input;
  const known = employees.get(employee_id);
  const timeAt = (pointId: string) => timeAtPoint(input, ground, pointId);
  const point_id = input.point_id ?? pointOfMark(timesheet, { type, timeAt }) ?? homeOf(input, ground);
  const point = isKeysPoint(ground, point_id) ? points.get(point_id) : undefined;
  const ms = instantOf(input.time, point?.timezone ?? DEFAULT_TIMEZONE, 'time');
  checkMarkTime(ms, now);
  requireActive(known);
  if (point_id === null) throw invalid('employee_without_point', {}, { field: 'point_id' });
  if (!point) throw invalid('point_not_found', {}, { field: 'point_id' });
  const { timezone, business_day_cutoff } = point;
  return { employee_id, type, time: new Date(ms).toISOString(), point_id, timezone, business_day_cutoff };
};

/** The own point of the employee when the mark was made. Null: none. */
const homeOf = ({ employee_id, time }: MarkInput, { employees, points }: MarkGround): string | null => {
  const read = parseMarkTime(time);
  return ownPointAt(employees.get(employee_id)?.homes ?? [], (pointId) =>
    momentOfMark(read, pointId === null ? undefined : points.get(pointId)),
  );
};

/** When a mark was made, by the clock of a point. Undefined: the key may not use the point, or its clock skips the time. */
const timeAtPoint = ({ time }: MarkInput, ground: MarkGround, pointId: string): number | undefined => {
  const point = isKeysPoint(ground, pointId) ? ground.points.get(pointId) : undefined;
  const read = parseMarkTime(time);
  return point && read && instantOfMark(read, point.timezone);
};

/** About when a mark was made, to sort those of a request: without a point, by the clock of the employee's own. */
export const roughTime = (input: MarkInput, ground: MarkGround): number => {
  const home = input.point_id ?? homeOf(input, ground);
  const read = parseMarkTime(input.time);
  const timezone = (home && ground.points.get(home)?.timezone) || DEFAULT_TIMEZONE;
  return (read && instantOfMark(read, timezone)) ?? 0;
};

/**
 * Whether an event says the same as the mark that was received under its event_id. Another point alone does not make it
 * a different mark.
 */
export const isSameMark = ({ employee_id, type, time }: RawEvent, mark: ReceivedMark): boolean => {
  if (employee_id !== mark.employee_id || type !== mark.type) return false;
  const read = parseMarkTime(time);
  return read !== undefined && instantOfMark(read, mark.timezone) === Date.parse(mark.time);
};

const refusalOr = <Value>(work: () => Value): Value | Refusal => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};
