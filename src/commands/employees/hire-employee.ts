import { z } from 'zod';
import { employeeDecider } from '../../domain/employees/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { employeeResult } from '../bus/results.ts';
import { requirePoint, requireWholeBrand } from '../points/require-point.ts';
import { employeeFields } from './employee-input.ts';

export const hireEmployee = defineCommand({
  type: 'HireEmployee',
  audiences: ['venue'],
  summary: 'Takes on an employee, at a point or at none in particular.',
  input: z.object(employeeFields),
  result: employeeResult,
  run: async ({ point_id, ...fields }, context) => {
    if (point_id) await requirePoint(context, point_id);
    else requireWholeBrand(context);
    const employee_id = await context.newId();
    const employee = { employee_id, brand_id: context.brand_id, ...fields, point_id: point_id ?? null };
    const handled = await context.handle(employeeDecider, employee_id, { type: 'HireEmployee', employee });
    return outcome(handled, () => ({ id: employee_id, employee_id }));
  },
});
