import { defineRoute, type Route } from '../../http/route.ts';
import { listShifts, shiftsByDay } from '../attendance.ts';
import { reportShiftSchema, viewReportShift } from '../attendance-view.ts';
import { csvQuery } from '../exports-csv.ts';
import { periodQuery } from '../report-query.ts';
import { asOfSchema, queryAsOf } from './as-of.ts';
import type { ReportDependencies } from './dependencies.ts';
import { columnsWithWarning, reportAnswer, reportResponse } from './report-answer.ts';

/** GET /reports/attendance: the shifts of GET /attendance/shifts, for keys with the permission `reports`. */
export const attendanceReportRoute = (deps: Pick<ReportDependencies, 'pool' | 'readSnapshot'>): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getAttendanceReport',
    path: '/reports/attendance',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: 'Attendance by business day, at most 62 days',
    query: periodQuery.extend({ as_of: queryAsOf(), ...csvQuery }),
    responses: {
      200: reportResponse(
        shiftsByDay(reportShiftSchema).extend({ as_of: asOfSchema }),
        'Attendance; its rows are shifts',
      ),
    },
    errors: [404],
    handler: async (request) => {
      const { moment, ...report } = await listShifts(deps, request, viewReportShift);
      const columns = columnsWithWarning(Object.keys(reportShiftSchema.shape), report.shifts);
      return reportAnswer(request, { body: { ...report, as_of: moment }, list: 'shifts', columns, moment });
    },
  });
