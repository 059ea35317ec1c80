import type pg from 'pg';
import { z } from 'zod';
import { defineRoute, type Route } from '../http/route.ts';
import { attendanceRows } from './attendance.ts';
import { employeeTotalSchema, reportShiftSchema, viewReportShift, viewTotals } from './attendance-view.ts';
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
    responses: {
      200: z.object({
        date_from: z.string(),
        date_to: z.string(),
        employees: z.array(employeeTotalSchema),
        shifts: z.array(reportShiftSchema),
      }),
    },
    errors: [404],
    handler: async (request) => {
      const { date_from, date_to } = request.query;
      const rows = await attendanceRows(pool, request);
      return { body: { date_from, date_to, employees: viewTotals(rows), shifts: rows.map(viewReportShift) } };
    },
  });
