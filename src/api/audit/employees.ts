import { z } from 'zod';
import { fold } from '../../domain/decider.ts';
import { employeeDecider } from '../../domain/employee/employee.ts';
import { type EmployeeEvent, STANDINGS } from '../../domain/employee/events.ts';
import { DEFAULT_TIMEZONE, toLocalTimestamp } from '../../domain/local-time.ts';
import type { PointEvent } from '../../domain/point/events.ts';
import { pointDecider } from '../../domain/point/point.ts';
import { notFound } from '../../domain/refusal.ts';
import type { TimesheetEvent } from '../../domain/timesheet/events.ts';
import { timesheetDecider } from '../../domain/timesheet/timesheet.ts';
import { openShiftOf } from '../../domain/timesheet/timesheet-state.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { queryId, queryText } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { parseAt } from './at.ts';
import { auditEventSchema, viewAuditEvent } from './event-view.ts';

const params = z.object({ employee_id: queryId() });

/** The attendance list's employee, with what that list leaves out. */
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
  open_shift: z.object({ shift_id: z.int(), check_in: z.string() }).nullable(),
});

/** The zone of the point where the shift was begun. */
const timezoneOf = (shiftId: number, events: readonly RecordedEvent[]): string => {
  const begun = events.map(({ data }) => data as { shift_id?: number; timezone?: string });
  return begun.findLast(({ shift_id, timezone }) => shift_id === shiftId && timezone)?.timezone ?? DEFAULT_TIMEZONE;
};

/** An employee's history, marks and shifts included, and the employee as of any moment: folded from events. */
export const auditEmployeeRoutes = (store: EventStore): Route[] => {
  const readEmployee = async (employeeId: number, brandId: string): Promise<RecordedEvent[]> => {
    const streams = [employeeDecider, timesheetDecider].map(({ category }) => store.read(`${category}-${employeeId}`));
    const [own = [], marks = []] = await Promise.all(streams);
    // Another brand's employee does not exist for this auditor.
    if (own[0]?.metadata.brand_id !== brandId) throw notFound('employee_not_found');
    return [...own, ...marks].sort((a, b) => a.position - b.position);
  };

  const pointAsOf = async (pointId: string, includes: (event: RecordedEvent) => boolean) => {
    const events = (await store.read(`${pointDecider.category}-${pointId}`)).filter(includes);
    return fold(pointDecider, pointDecider.initial, events as unknown as PointEvent[]);
  };

  const stateOf = async (events: readonly RecordedEvent[], includes: (event: RecordedEvent) => boolean) => {
    const of = (category: string) => events.filter(({ stream }) => stream.startsWith(`${category}-`)) as unknown;
    const employee = fold(employeeDecider, employeeDecider.initial, of('employee') as EmployeeEvent[]);
    if (!employee) throw notFound('employee_not_found');
    const open = openShiftOf(fold(timesheetDecider, timesheetDecider.initial, of('timesheet') as TimesheetEvent[]));
    const home = employee.point_id ? await pointAsOf(employee.point_id, includes) : null;
    const { brand_id: _, ...details } = employee;
    return {
      ...details,
      point_name: home?.name ?? null,
      open_shift: open && {
        shift_id: open.shift_id,
        check_in: toLocalTimestamp(new Date(open.check_in).toISOString(), timezoneOf(open.shift_id, events)),
      },
    };
  };

  return [
    defineRoute({
      method: 'get',
      path: '/employees/:employee_id/history',
      audience: 'auditor',
      tags: ['Audit'],
      summary: "All of an employee's events, marks and shifts included",
      params,
      responses: { 200: z.object({ events: z.array(auditEventSchema) }) },
      errors: [404],
      handler: async ({ params: { employee_id }, brandId }) => {
        const events = await readEmployee(employee_id, brandId);
        return { body: { events: events.map(viewAuditEvent) } };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/employees/:employee_id',
      audience: 'auditor',
      tags: ['Audit'],
      summary: 'An employee as of an instant or a log position',
      description:
        '`at`: an ISO 8601 instant (what had happened by then) or a log position (what was recorded by then).',
      params,
      query: z.object({ at: queryText(64).optional() }),
      responses: {
        200: z.object({ state: employeeState, position: z.int(), revision: z.int(), as_of: z.string() }),
      },
      errors: [404],
      handler: async ({ params: { employee_id }, query, brandId }) => {
        const includes = parseAt(query.at);
        const events = (await readEmployee(employee_id, brandId)).filter(includes);
        const last = events.at(-1);
        if (!last) throw notFound('employee_not_found');
        const { position, revision, metadata } = last;
        const state = await stateOf(events, includes);
        return { body: { state, position, revision, as_of: query.at ?? metadata.occurred_at } };
      },
    }),
  ];
};
