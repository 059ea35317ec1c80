import { z } from 'zod';
import { localTimestamp } from '../../commands/bus/answer-fields.ts';
import { asDomainEvents } from '../../commands/loop/folded.ts';
import { timesheetDecider } from '../../domain/attendance/decide.ts';
import { openShiftOf } from '../../domain/attendance/state.ts';
import { employeeDecider } from '../../domain/employees/decide.ts';
import { STANDINGS } from '../../domain/employees/events.ts';
import { DEFAULT_TIMEZONE, toLocalTimestamp } from '../../domain/local-time.ts';
import { pointDecider } from '../../domain/points/decide.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { queryId } from '../http/query.ts';
import type { Route } from '../http/route.ts';
import type { Moment } from './at.ts';
import type { AuditLine } from './audit-lines.ts';
import { auditEntityRoutes } from './entity-routes.ts';
import { eventsOf, foldHistory } from './fold-history.ts';
import { readHistory } from './read-history.ts';

/** An employee as in the attendance list, with the fields that the list leaves out. */
const employeeState = z.object({
  employee_id: z.int(),
  login: z.string(),
  name: z.string(),
  role: z.string(),
  role_name: z.string(),
  position_id: z.int(),
  position_name: z.string(),
  point_id: z.uuid().nullable(),
  point_name: z.string().nullable(),
  standing: z.enum(STANDINGS),
  open_shift: z.object({ shift_id: z.int(), check_in: localTimestamp() }).nullable(),
});

/** The zone of the point where the attendance shift began. */
const timezoneOf = (shiftId: number, events: readonly RecordedEvent[]): string => {
  const marks = asDomainEvents(timesheetDecider, eventsOf(timesheetDecider, events));
  const zones = marks.flatMap(({ data }) =>
    'timezone' in data && data.shift_id === shiftId && data.timezone ? data.timezone : [],
  );
  return zones.at(-1) ?? DEFAULT_TIMEZONE;
};

const inLogOrder = (events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  events.toSorted((first, other) => first.position - other.position);

/** An employee's history, marks and shifts included, and the employee as of any moment. */
export const auditEmployeeRoutes = (store: EventStore, lineOf: AuditLine): Route[] => {
  const pointAsOf = async (pointId: string, moment: Moment, signal: AbortSignal) => {
    const events = moment.upTo(await readHistory(store, `${pointDecider.category}-${pointId}`, signal));
    return foldHistory(pointDecider, events);
  };

  return auditEntityRoutes({
    lineOf,
    path: '/employees/:employee_id',
    name: 'An employee',
    historySummary: "All of an employee's events, marks and shifts included",
    exception: 'Marks are the exception: each counts from its own time, whatever was recorded before it.',
    notFoundCode: 'employee_not_found',
    params: z.object({ employee_id: queryId() }),
    state: employeeState,
    read: async ({ employee_id }, _brandId, signal) => {
      const streams = [employeeDecider, timesheetDecider].map(({ category }) =>
        readHistory(store, `${category}-${employee_id}`, signal),
      );
      return inLogOrder((await Promise.all(streams)).flat());
    },
    // Marks arrive in any order, and each counts alone: marks that were made by then count, whatever was recorded
    // before them.
    upTo: (events, moment) => {
      const [own, marks] = [eventsOf(employeeDecider, events), eventsOf(timesheetDecider, events)];
      return inLogOrder([...moment.upTo(own), ...marks.filter(moment.includes)]);
    },
    stateOf: async (events, moment, { signal }) => {
      const employee = foldHistory(employeeDecider, events);
      if (!employee) return null;
      const open = openShiftOf(foldHistory(timesheetDecider, events));
      const home = employee.point_id ? await pointAsOf(employee.point_id, moment, signal) : null;
      const { brand_id: _, pay: __, ...details } = employee;
      return {
        ...details,
        point_name: home?.name ?? null,
        open_shift: open && {
          shift_id: open.shift_id,
          check_in: toLocalTimestamp(new Date(open.check_in).toISOString(), timezoneOf(open.shift_id, events)),
        },
      };
    },
  });
};
