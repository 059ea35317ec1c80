import { z } from 'zod';
import { timesheetDecider } from '../../domain/attendance/decide.ts';
import type { TimesheetEvent } from '../../domain/attendance/events.ts';
import { MARK_RESULTS } from '../../domain/attendance/events.ts';
import { instantOfMark, momentOfMark, parseMarkTime } from '../../domain/attendance/mark-time.ts';
import { outcomeOfMark } from '../../domain/attendance/record-mark.ts';
import { pointOfMark } from '../../domain/attendance/where.ts';
import { ownPointAt, ownPointsOf } from '../../domain/employees/homes.ts';
import type { Employee } from '../../domain/employees/state.ts';
import { clockAt } from '../../domain/points/clocks.ts';
import { pointDecider } from '../../domain/points/decide.ts';
import type { PointDefined } from '../../domain/points/events.ts';
import { invalid } from '../../domain/refusal.ts';
import { isKeysPoint, requireKeysPoint } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { requireOwnEmployee } from '../employees/employees.ts';
import type { Handled } from '../loop/handled.ts';
import { requirePoint } from '../points/require-point.ts';
import { checkMarkTime, instantOf, type MarkInput, markFields } from './mark-input.ts';
import { requireActive } from './roster.ts';
import { shiftResult } from './shifts.ts';

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
    const point_id =
      fields.point_id ??
      (await pointOnShift(context, { employee_id, type, time })) ??
      (await homeAt(context, employee, time));
    if (point_id === null) throw invalid('employee_without_point', { field: 'point_id' });
    const point = await requirePoint(context, point_id);
    const { timezone } = point;
    const ms = instantOf(time, timezone, 'time');
    checkMarkTime(ms, context.now);
    const madeAt = new Date(ms).toISOString();
    const { brand_id } = context;
    const shift_id = await context.newId();
    const command = {
      type: 'RecordMark' as const,
      employee_id,
      brand_id,
      point_id,
      timezone,
      business_day_cutoff: clockAt(point, madeAt).business_day_cutoff,
      shift_id,
      mark: { type, time: madeAt, source: 'cashbox' as const, key_id: null, event_id: null },
    };
    // As with partners' marks: it happened when it was made. Otherwise auditors would see the two kinds out of order.
    const options = { point_id, occurred_at: madeAt };
    return answer(await context.handle(timesheetDecider, employee_id, command, options));
  },
});

/** Where the employee is on shift at that time, if the caller may use the point. Undefined: nowhere. */
const pointOnShift = async (
  context: CommandContext,
  { employee_id, type, time }: Pick<MarkInput, 'employee_id' | 'type' | 'time'>,
): Promise<string | undefined> => {
  const timesheet = await context.load(timesheetDecider, employee_id);
  const usable = Object.keys(timesheet?.points ?? {}).filter((pointId) => isKeysPoint(context.caller, pointId));
  const points = new Map<string, PointDefined>();
  for (const pointId of usable) points.set(pointId, await requirePoint(context, pointId));
  const read = parseMarkTime(time);
  const timeAt = (pointId: string) => {
    const point = points.get(pointId);
    return point && read && instantOfMark(read, point.timezone);
  };
  return pointOfMark(timesheet, { type, timeAt });
};

/** The own point at that time, whether the caller may use it or not. Null: none. */
const homeAt = async (
  context: CommandContext,
  { homes }: Pick<Employee, 'homes'>,
  time: MarkInput['time'],
): Promise<string | null> => {
  if (homes.length === 1) return homes[0]!.point_id;
  const points = new Map<string, PointDefined | null>();
  for (const { point_id } of ownPointsOf(homes)) {
    if (point_id !== null && !points.has(point_id)) points.set(point_id, await context.load(pointDecider, point_id));
  }
  const read = parseMarkTime(time);
  return ownPointAt(homes, (pointId) => momentOfMark(read, (pointId !== null && points.get(pointId)) || undefined));
};

const answer = (handled: Handled<unknown, TimesheetEvent>) =>
  outcome(handled, (events) => {
    const result = outcomeOfMark(events.at(-1)!)!;
    return { id: result.shift_id, ...result };
  });
