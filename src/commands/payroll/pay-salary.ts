import { z } from 'zod';
import { invalid } from '../../domain/refusal.ts';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { requireOwnEmployee } from '../employees/employees.ts';
import { id } from '../fields/fields.ts';
import { movedAmount, note } from '../money/fields.ts';
import { moveMoney } from '../money/move.ts';
import { requirePurpose, requireRegister } from '../money/registers.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';
import { placeFields } from './fields.ts';
import type { PayrollNeeds } from './payroll-needs.ts';
import { homeThen } from './place.ts';

/** See docs/domain.md#payroll. */
export const paySalary = defineCommand({
  type: 'PaySalary',
  audiences: ['venue'],
  summary:
    'Pays an employee out of the drawer of a shift or an account; with a purpose that is no payout, the employee gives money back. point_id: the register’s unless told, else the employee’s own.',
  input: z.object({
    ...placeFields,
    payment_purpose_id: id(),
    amount: movedAmount(),
    account_id: id().nullish(),
    shift_id: id().nullish(),
    note: note(),
  }),
  result: entryResult,
  run: async ({ employee_id, point_id, payment_purpose_id, amount, note, ...named }, context, needs: PayrollNeeds) => {
    const employee = await requireOwnEmployee(context, employee_id);
    const point = point_id == null ? null : await requirePoint(context, point_id);
    const brand = await requireBrand(context, context.brand_id);
    const { is_payout } = requirePurpose(brand, payment_purpose_id, 'payment_purpose_id');
    const places = { point, pointOfBrandAccount: await homeThen(context, employee) };
    const register = await requireRegister(context, needs, named, places);
    if (register.point === null) throw invalid('employee_without_point', { field: 'point_id' });
    return moveMoney(context, register, {
      direction: is_payout ? 'minus' : 'plus',
      operation: 'salary',
      amount,
      payment_purpose_id,
      note: note?.trim() || null,
      party: { kind: 'employee', id: employee_id },
    });
  },
});
