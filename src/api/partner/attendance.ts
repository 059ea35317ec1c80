import type pg from 'pg';
import { z } from 'zod';
import { localTimestamp } from '../../commands/fields/answer-fields.ts';
import { mapInTurns } from '../../concurrency/turns.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import { invalid } from '../../domain/refusal.ts';
import {
  activeStaff,
  MAX_ROWS,
  SHIFTS_FROM,
  type ShiftRow,
  shiftsBetween,
} from '../../projections/attendance/queries.ts';
import type { AsOf } from '../../projections/reports/moment.ts';
import type { ReadSnapshot } from '../../projections/reports/snapshot.ts';
import { queryText, queryUuids } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { checkPeriod } from '../period.ts';
import { employeeTotalSchema, shiftSchema, viewShift, viewTotals } from './attendance-view.ts';
import { periodQuery, requirePointIds } from './report-query.ts';

export interface AttendanceRouteDependencies {
  readonly pool: pg.Pool;
  readonly readSnapshot: ReadSnapshot;
}

export const MAX_ATTENDANCE_DAYS = 62;

const ofSection = { audience: 'partner', permission: 'attendance', tags: ['Attendance'] } as const;

const attendanceEmployee = z.object({
  employee_id: z.int(),
  name: z.string(),
  position_id: z.int(),
  position_name: z.string(),
  point_id: z.uuid().nullable(),
  point_name: z.string().nullable(),
  open_shift: z.object({ shift_id: z.int(), check_in: localTimestamp() }).nullable(),
});

/** See docs/domain.md#attendance. */
export const attendanceRoutes = ({ pool, readSnapshot }: AttendanceRouteDependencies): Route[] => [
  defineRoute({
    ...ofSection,
    method: 'get',
    operationId: 'listEmployees',
    path: '/attendance/employees',
    summary: 'Active employees, and the shift each is on at a point of the key',
    query: z.object({ point_id: queryUuids().optional(), search: queryText().optional() }),
    responses: { 200: z.object({ count: z.int(), employees: z.array(attendanceEmployee) }) },
    errors: [404],
    handler: async (request) => {
      const { point_id, search } = request.query;
      const staff = await activeStaff(pool, request.brandId, {
        point_ids: await requirePointIds(pool, request, point_id),
        search: search?.trim() ?? null,
        shifts_at: request.caller.point_ids,
      });
      const employees = staff.map(({ open_shift, ...employee }) => ({
        ...employee,
        open_shift: open_shift && {
          shift_id: open_shift.shift_id,
          check_in: toLocalTimestamp(open_shift.check_in, open_shift.timezone),
        },
      }));
      return { body: { count: employees.length, employees } };
    },
  }),
  defineRoute({
    ...ofSection,
    method: 'get',
    operationId: 'listAttendanceShifts',
    path: '/attendance/shifts',
    limit: 'reports',
    summary: 'Shifts of all sources by business day, at most 62 days, and what they come to for each employee',
    query: periodQuery,
    responses: { 200: shiftsByDay(shiftSchema) },
    errors: [404],
    handler: async (request) => {
      const { moment: _, ...body } = await listShifts({ pool, readSnapshot }, request, (row) =>
        viewShift(row, request.language),
      );
      return { body };
    },
  }),
];

/** The answer of a report over days: its shifts, and the totals of each employee. */
export const shiftsByDay = <Shift extends z.ZodType>(shift: Shift) =>
  z.object({
    date_from: z.string(),
    date_to: z.string(),
    employees: z.array(employeeTotalSchema),
    shifts: z.array(shift),
  });

/** The shifts of a report over days, each as `view` shows it. */
export const listShifts = async <Shown>(
  { pool, readSnapshot }: AttendanceRouteDependencies,
  request: Parameters<typeof requirePointIds>[1] & {
    readonly query: z.output<typeof periodQuery> & { readonly as_of?: AsOf | undefined };
    readonly signal: AbortSignal;
  },
  view: (row: ShiftRow) => Shown,
) => {
  const { date_from, date_to, point_id, as_of } = request.query;
  checkPeriod(request.query, MAX_ATTENDANCE_DAYS);
  const pointIds = await requirePointIds(pool, request, point_id);
  const { brandId: brand_id, signal } = request;
  const { rows, moment } = await readSnapshot(
    { brand_id, as_of, readModels: SHIFTS_FROM, signal },
    async (snapshot) => ({
      rows: await shiftsBetween(snapshot, brand_id, [date_from, date_to], pointIds),
      moment: snapshot.moment,
    }),
  );
  if (rows.length > MAX_ROWS) throw invalid('report_too_large', { max: MAX_ROWS });
  return { moment, date_from, date_to, employees: await viewTotals(rows), shifts: await mapInTurns(rows, view) };
};
