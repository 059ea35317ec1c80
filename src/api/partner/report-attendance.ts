import type pg from 'pg';
import { defineRoute, type Route } from '../http/route.ts';
import { listShifts, shiftsByDay } from './attendance.ts';
import { reportShiftSchema, viewReportShift } from './attendance-view.ts';
import { periodQuery } from './report-query.ts';

/** GET /reports/attendance: the shifts of GET /attendance/shifts, for keys with the permission `reports`. */
export const attendanceReportRoute = (pool: pg.Pool): Route =>
  defineRoute({
    method: 'get',
    path: '/reports/attendance',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: 'Attendance by business day, at most 62 days',
    query: periodQuery,
    responses: { 200: shiftsByDay(reportShiftSchema) },
    errors: [404],
    handler: async (request) => ({ body: await listShifts(pool, request, viewReportShift) }),
  });
