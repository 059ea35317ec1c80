import { z } from 'zod';
import { employeeDecider } from '../../domain/employees/decide.ts';
import type { EmployeeEvent } from '../../domain/employees/events.ts';
import { notFound } from '../../domain/refusal.ts';
import { isKeysPoint } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, percent } from '../fields/fields.ts';
import type { Handled } from '../loop/handled.ts';
import { movedAmount, note } from '../money/fields.ts';
import { accrualFields, reason } from './fields.ts';
import type { PayrollNeeds } from './payroll-needs.ts';
import { handlePay } from './place.ts';

const MAX_KPI_PERCENT = 1_000;

const accrueSalary = defineCommand({
  type: 'AccrueSalary',
  audiences: ['venue'],
  summary:
    'Accrues salary by hand: kpi_percent of the rate (type 4), or an amount (type 5), as the terms of that day say; with others 409.',
  input: z.object({
    ...accrualFields,
    amount: movedAmount().nullish(),
    kpi_percent: percent(MAX_KPI_PERCENT).nullish(),
    note: note(),
  }),
  result: entryResult,
  run: async ({ amount, kpi_percent, note, ...input }, context) => {
    const accrual_id = await context.newId();
    const what = { amount: amount ?? null, kpi_percent: kpi_percent ?? null, note: note?.trim() || null };
    const handled = await handlePay(context, input, (place) => ({
      type: 'AccrueSalary',
      accrual_id,
      ...place,
      ...what,
    }));
    return accrued(handled);
  },
});

const defineAccrual = (type: 'GiveBonus' | 'ImposeFine', summary: string) =>
  defineCommand({
    type,
    audiences: ['venue'],
    summary,
    input: z.object({ ...accrualFields, amount: movedAmount(), reason: reason() }),
    result: entryResult,
    run: async ({ amount, reason, ...input }, context) => {
      const accrual_id = await context.newId();
      return accrued(await handlePay(context, input, (place) => ({ type, accrual_id, ...place, amount, reason })));
    },
  });

/** The id that the first run gave. */
const accrued = (handled: Handled<unknown, EmployeeEvent>) =>
  outcome(handled, (events) => {
    const ids = events.flatMap(({ data }) => ('accrual_id' in data ? [data.accrual_id] : []));
    return { id: ids[0]! };
  });

const cancelAccrual = defineCommand({
  type: 'CancelAccrual',
  audiences: ['venue'],
  summary: 'Takes a bonus, a fine or accrued salary back; a second time it is 409.',
  input: z.object({ accrual_id: id(), reason: reason().nullish() }),
  result: entryResult,
  run: async ({ accrual_id, reason }, context, needs: PayrollNeeds) => {
    const { brand_id, caller } = context;
    const place = await needs.placeOfAccrual(brand_id, accrual_id);
    if (!place || !isKeysPoint(caller, place.point_id)) throw notFound('accrual_not_found');
    const { employee_id, point_id } = place;
    const command = { type: 'CancelAccrual' as const, brand_id, accrual_id, reason: reason ?? null };
    const handled = await context.handle(employeeDecider, employee_id, command, { point_id });
    return outcome(handled, () => ({ id: accrual_id }));
  },
});

export const accrualCommands = [
  accrueSalary,
  defineAccrual('GiveBonus', 'Adds a bonus to what an employee has earned at a point.'),
  defineAccrual('ImposeFine', 'Takes a fine off what an employee has earned at a point.'),
  cancelAccrual,
];
