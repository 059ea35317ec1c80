import { z } from 'zod';
import { localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { timesheetDecider } from '../../../domain/attendance/decide.ts';
import { findShift, openShiftOf } from '../../../domain/attendance/state.ts';
import { employeeDecider } from '../../../domain/employees/decide.ts';
import { STANDINGS } from '../../../domain/employees/events.ts';
import { isOf as isOfType } from '../../../domain/event-catalogue.ts';
import { toLocalTimestamp } from '../../../domain/local-time.ts';
import { pointDecider } from '../../../domain/points/decide.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { eventsOf, foldingOf } from '../../../projections/as-of/fold-history.ts';
import type { Folding } from '../../../projections/as-of/folding.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import { inLogOrder } from '../log-order.ts';
import { mergedPages, readHistory, streamPages } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

/** An employee as in the attendance list, with the fields that the list leaves out. */
const employeeState = z.object({
  employee_id: z.int(),
  login: z.string().nullable().meta({ description: 'Null: the employee was erased' }),
  name: z.string().nullable().meta({ description: 'Null: the employee was erased' }),
  role: z.string(),
  role_name: z.string(),
  position_id: z.int(),
  position_name: z.string(),
  point_id: z.uuid().nullable(),
  point_name: z.string().nullable(),
  standing: z.enum(STANDINGS),
  open_shift: z.object({ shift_id: z.int(), check_in: localTimestamp() }).nullable(),
});

const own = foldingOf(employeeDecider);
const marks = foldingOf(timesheetDecider);

interface Folded {
  readonly employee: typeof own.initial;
  readonly timesheet: typeof marks.initial;
  /** The names of the points that the employee was at, by id. */
  readonly point_names: Readonly<Record<string, string>>;
}

const folding: Folding<Folded> = {
  initial: { employee: own.initial, timesheet: marks.initial, point_names: {} },
  evolve: (folded, event) => {
    if (isOfType(event, 'PointDefined')) {
      const { point_id, name } = event.data;
      return { ...folded, point_names: { ...folded.point_names, [point_id]: name } };
    }
    const { employee, timesheet } = folded;
    return { ...folded, employee: own.evolve(employee, event), timesheet: marks.evolve(timesheet, event) };
  },
};

/** Every point that the employee ever belonged to. */
const homesOf = (events: readonly RecordedEvent[]): Set<string> =>
  new Set(eventsOf(employeeDecider, events).flatMap((event) => own.evolve(own.initial, event)?.point_id ?? []));

export const employeeEntity = ({ store }: Pick<EntityDependencies, 'store'>) =>
  defineEntity({
    path: '/employees/:employee_id',
    name: 'An employee',
    historySummary: "All of an employee's events, marks and shifts included",
    exception: 'Marks are the exception: each counts from its own time, whatever was recorded before it.',
    notFoundCode: 'employee_not_found',
    params: z.object({ employee_id: queryId() }),
    state: employeeState,
    read: ({ employee_id }, _brandId, signal) =>
      mergedPages(
        [employeeDecider, timesheetDecider].map(({ category }) =>
          streamPages(store, `${category}-${employee_id}`, signal),
        ),
      ),
    // Marks arrive in any order, and each counts alone: marks that were made by then count, whatever was recorded
    // before them.
    upTo: (events, moment) =>
      inLogOrder([
        ...moment.upTo(eventsOf(employeeDecider, events)),
        ...eventsOf(timesheetDecider, events).filter(moment.includes),
      ]),
    beside: async (events, moment, { signal }) => {
      const names: RecordedEvent[] = [];
      for (const pointId of homesOf(events)) {
        names.push(...moment.upTo(await readHistory(store, `${pointDecider.category}-${pointId}`, signal)));
      }
      return names;
    },
    folding,
    view: ({ employee, timesheet, point_names }) => {
      if (!employee) return null;
      const open = openShiftOf(timesheet);
      const timezone = open && findShift(timesheet, open.shift_id)!.shift.timezone;
      const { employee_id, login, name, role, role_name, position_id, position_name, point_id, standing } = employee;
      return {
        employee_id,
        login,
        name,
        role,
        role_name,
        position_id,
        position_name,
        point_id,
        standing,
        point_name: point_id === null ? null : (point_names[point_id] ?? null),
        open_shift: open && {
          shift_id: open.shift_id,
          check_in: toLocalTimestamp(new Date(open.check_in).toISOString(), timezone!),
        },
      };
    },
  });
