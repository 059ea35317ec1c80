import { z } from 'zod';
import { timesheetDecider } from '../../domain/attendance/decide.ts';
import type { TimesheetEvent } from '../../domain/attendance/events.ts';
import { MARK_RESULTS } from '../../domain/attendance/events.ts';
import { outcomeOfMark } from '../../domain/attendance/record-mark.ts';
import { invalid } from '../../domain/refusal.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { shiftResult } from '../bus/results.ts';
import { requireOwnEmployee } from '../employees/employees.ts';
import type { Handled } from '../loop/handled.ts';
import { requireKeysPoint, requirePoint } from '../points/require-point.ts';
import { checkMarkTime, instantOf, markFields } from './mark-input.ts';
import { requireActive } from './roster.ts';

/** What came of a mark: the shift that it belongs to, and the one that it closed. */
export const markResult = shiftResult.extend({
  result: z.enum(MARK_RESULTS),
  auto_closed_shift_id: z.int().nullable(),
});

export const recordMark = defineCommand({
  type: 'RecordMark',
  audiences: ['venue'],
  summary: "Records a check-in or check-out at a camera or till, by the same rules as the partners' marks.",
  input: z.object(markFields),
  result: markResult,
  is_purgeable: true,
  run: async ({ employee_id, type, time, ...fields }, context) => {
    const known = await requireOwnEmployee(context, employee_id);
    // A mark in the log stays there, even if the employee was blocked since, and however old it has become.
    const done = await context.recorded(timesheetDecider, employee_id);
    if (done) {
      requireKeysPoint(context.caller, done.events.at(-1)!.data.point_id);
      return answer(done);
    }
    const employee = requireActive(known);
    const point_id = fields.point_id ?? employee.point_id;
    if (point_id === null) throw invalid('employee_without_point', { field: 'point_id' });
    const { timezone, business_day_cutoff } = await requirePoint(context, point_id);
    const ms = instantOf(time, timezone, 'time');
    checkMarkTime(ms, context.now);
    const { brand_id } = context;
    const shift_id = await context.newId();
    const command = {
      type: 'RecordMark' as const,
      employee_id,
      brand_id,
      point_id,
      timezone,
      business_day_cutoff,
      shift_id,
      mark: { type, time: new Date(ms).toISOString(), source: 'cashbox' as const, key_id: null, event_id: null },
    };
    // As with partners' marks: it happened when it was made. Otherwise auditors would see the two kinds out of order.
    const options = { point_id, occurred_at: command.mark.time };
    return answer(await context.handle(timesheetDecider, employee_id, command, options));
  },
});

const answer = (handled: Handled<unknown, TimesheetEvent>) =>
  outcome(handled, (events) => {
    const result = outcomeOfMark(events.at(-1)!)!;
    return { id: result.shift_id, ...result };
  });
