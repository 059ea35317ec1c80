import { z } from 'zod';
import { timesheetDecider } from '../../domain/attendance/decide.ts';
import { findShift, pointOfShift } from '../../domain/attendance/state.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import { clockAt } from '../../domain/points/clocks.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import { isKeysPoint } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { requireOwnEmployee } from '../employees/employees.ts';
import { id, text, uuid } from '../fields/fields.ts';
import { MAX_AHEAD_MS } from '../fields/time-bounds.ts';
import { requirePoint } from '../points/require-point.ts';
import { instantOf, markTime, type WrittenTime } from './mark-input.ts';

export const shiftResult = z.object({ id: z.int(), shift_id: z.int() });

/** Ten years: a venue may bring shifts from its earlier system. */
const MAX_AGE_MS = 3_653 * 24 * 3_600_000;

const addShift = defineCommand({
  type: 'AddShift',
  audiences: ['venue'],
  summary: 'Enters a shift by hand; without check_out it is open. Times: at most 5 minutes ahead, ten years back.',
  input: z.object({ employee_id: id(), point_id: uuid(), check_in: markTime(), check_out: markTime().nullish() }),
  result: shiftResult,
  run: async ({ employee_id, point_id, ...times }, context) => {
    await requireOwnEmployee(context, employee_id);
    const point = await requirePoint(context, point_id);
    const { timezone } = point;
    const check_in = toInstant(times.check_in, 'check_in', timezone, context.now);
    const shift_id = await context.newId();
    const command = {
      type: 'AddShift' as const,
      employee_id,
      brand_id: context.brand_id,
      point_id,
      timezone,
      business_day_cutoff: clockAt(point, check_in).business_day_cutoff,
      shift_id,
      check_in,
      check_out: times.check_out == null ? null : toInstant(times.check_out, 'check_out', timezone, context.now),
    };
    const handled = await context.handle(timesheetDecider, employee_id, command, { point_id });
    return outcome(handled, (events) => {
      const id = events.find((event) => event.type === 'ShiftAdded')?.data.shift_id ?? shift_id;
      return { id, shift_id: id };
    });
  },
});

const editShift = defineCommand({
  type: 'EditShift',
  audiences: ['venue'],
  summary:
    'Corrects a shift; what is left out stays, check_out null opens it again. Times: as in AddShift, local ones as the shift is shown.',
  input: z.object({
    employee_id: id(),
    shift_id: id(),
    check_in: markTime().optional(),
    check_out: markTime().nullish(),
    note: text(255).nullish(),
  }),
  result: shiftResult,
  run: async ({ employee_id, shift_id, check_in, check_out, note }, context) => {
    const { point, timezone } = await requirePointOf(context, employee_id, shift_id);
    const { point_id } = point;
    const moved = {
      check_in: check_in === undefined ? undefined : toInstant(check_in, 'check_in', timezone, context.now),
      check_out: check_out == null ? check_out : toInstant(check_out, 'check_out', timezone, context.now),
    };
    const start = moved.check_in ?? moved.check_out;
    const command = {
      type: 'EditShift' as const,
      employee_id,
      brand_id: context.brand_id,
      point_id,
      business_day_cutoff: (start ? clockAt(point, start) : point).business_day_cutoff,
      shift_id,
      note: note === undefined ? undefined : note?.trim() || null,
      ...moved,
    };
    const handled = await context.handle(timesheetDecider, employee_id, command, { point_id });
    return outcome(handled, () => ({ id: shift_id, shift_id }));
  },
});

const deleteShift = defineCommand({
  type: 'DeleteShift',
  audiences: ['venue'],
  summary: 'Takes a shift off the sheet; the history keeps it.',
  input: z.object({ employee_id: id(), shift_id: id() }),
  result: shiftResult,
  run: async ({ employee_id, shift_id }, context) => {
    const { brand_id } = context;
    const { point_id } = (await requirePointOf(context, employee_id, shift_id)).point;
    const command = { type: 'DeleteShift' as const, brand_id, shift_id };
    const handled = await context.handle(timesheetDecider, employee_id, command, { point_id });
    return outcome(handled, () => ({ id: shift_id, shift_id }));
  },
});

/**
 * The point of a shift that the caller may correct, and the zone of its local times: the zone in which they are shown,
 * even if the point has another one now. Else attendance_shift_not_found (404).
 */
const requirePointOf = async (context: CommandContext, employeeId: number, shiftId: number) => {
  const sheet = await context.load(timesheetDecider, employeeId);
  const point_id = sheet?.brand_id === context.brand_id ? pointOfShift(sheet, shiftId) : undefined;
  if (!isKeysPoint(context.caller, point_id)) throw notFound('attendance_shift_not_found');
  const point = await requirePoint(context, point_id);
  return { point, timezone: findShift(sheet, shiftId)?.shift.timezone ?? point.timezone };
};

/** Throws, naming the bound on the point's clock, for times in the future or too far in the past. */
const toInstant = (time: WrittenTime, field: string, timezone: string, now: number): string => {
  const ms = instantOf(time, timezone, field);
  const [first, last] = [now - MAX_AGE_MS, now + MAX_AHEAD_MS];
  if (ms > last) throw invalid('field_too_big', { field, max: toLocalTimestamp(iso(last), timezone) });
  if (ms < first) throw invalid('field_too_small', { field, min: toLocalTimestamp(iso(first), timezone) });
  return iso(ms);
};

const iso = (ms: number): string => new Date(ms).toISOString();

export const attendanceShiftCommands = [addShift, editShift, deleteShift];
