import { z } from 'zod';
import { SALARY_TYPES } from '../../domain/payroll/pay-events.ts';
import { invalid } from '../../domain/refusal.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { employeeResult, requireWithinPoints } from '../employees/employees.ts';
import { SMALLEST_UNIT } from '../fields/answer-fields.ts';
import { integer, money } from '../fields/fields.ts';
import { accrualFields, businessDay, placeFields } from './fields.ts';
import { handlePay } from './place.ts';

const setSalaryTerms = defineCommand({
  type: 'SetSalaryTerms',
  audiences: ['venue'],
  summary:
    'Says how an employee is paid at a point from a day on, until other terms begin; salary_type_id null: not at all.',
  input: z.object({
    ...placeFields,
    salary_type_id: z
      .literal(SALARY_TYPES)
      .nullable()
      .meta({
        type: ['integer', 'null'],
        enum: [...SALARY_TYPES, null],
        description: '1 schedule (by the day), 2 hourly, 3 salary (by the month), 4 KPI, 5 free form; null unsets',
      }),
    rate: money()
      .nullish()
      .meta({ description: `Of a day, an hour, a month or the full KPI. ${SMALLEST_UNIT}` }),
    from: businessDay(),
  }),
  result: employeeResult,
  run: async ({ salary_type_id, rate = null, from, ...input }, context) => {
    await requireWithinPoints(context, input.employee_id);
    const hasRate = salary_type_id !== null && salary_type_id !== 5;
    if (hasRate && rate === null) throw invalid('field_required', { field: 'rate' });
    const terms = { salary_type_id, rate: hasRate ? rate : null, from };
    // Without a point: the own one of the day from which they count.
    const handled = await handlePay(context, { ...input, date: from }, ({ brand_id, point_id }) => ({
      type: 'SetSalaryTerms',
      brand_id,
      point_id,
      ...terms,
    }));
    return outcome(handled, () => ({ id: input.employee_id, employee_id: input.employee_id }));
  },
});

const MOST = 1_000_000_000_000;

const openSalaryBalance = defineCommand({
  type: 'OpenSalaryBalance',
  audiences: ['venue'],
  summary:
    'Keeps a balance of an employee at a point from the beginning of a day on; one that was opened before is replaced.',
  input: z.object({
    ...accrualFields,
    amount: integer()
      .min(-MOST)
      .max(MOST)
      .meta({ description: `What is due to the employee; below zero: the employee owes. ${SMALLEST_UNIT}` }),
  }),
  result: employeeResult,
  run: async ({ amount, ...input }, context) => {
    await requireWithinPoints(context, input.employee_id);
    const handled = await handlePay(context, input, (place) => ({ type: 'OpenSalaryBalance', ...place, amount }));
    return outcome(handled, () => ({ id: input.employee_id, employee_id: input.employee_id }));
  },
});

export const termsCommands = [setSalaryTerms, openSalaryBalance];
