import { z } from 'zod';
import { toBusinessDate } from '../../domain/local-time.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { shiftResult } from '../bus/results.ts';
import { requireEmployee } from '../employees/employees.ts';
import { id, money, uuid } from '../fields/fields.ts';
import { requirePoint } from '../points/require-point.ts';

export const openShift = defineCommand({
  type: 'OpenShift',
  audiences: ['venue'],
  summary: 'Opens the till shift of a point; a second one is refused (409).',
  input: z.object({ point_id: uuid(), cashier_id: id(), opening_cash: money().default(0) }),
  result: shiftResult.extend({ shift_number: z.int() }),
  run: async ({ point_id, cashier_id, opening_cash }, context) => {
    const { brand_id, occurred_at: opened_at } = context;
    const { timezone, business_day_cutoff } = await requirePoint(context, point_id);
    const cashier = await requireEmployee(context, cashier_id, 'cashier_id');
    const shift = {
      shift_id: await context.newId(),
      point_id,
      brand_id,
      cashier_id,
      cashier_login: cashier.login,
      cashier_name: cashier.name,
      opening_cash,
      business_date: toBusinessDate(opened_at, timezone, business_day_cutoff),
      opened_at,
      timezone,
    };
    const handled = await context.handle(tillDecider, point_id, { type: 'OpenShift', shift }, { point_id });
    return outcome(handled, (events) => {
      const { shift_id, shift_number } = events.find((event) => event.type === 'ShiftOpened')!.data;
      return { id: shift_id, shift_id, shift_number };
    });
  },
});
