import { z } from 'zod';
import { employeeDecider } from '../../domain/employees/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { employeeResult } from '../bus/results.ts';
import { id } from '../fields/fields.ts';
import { requirePoint, requireWholeBrand } from '../points/require-point.ts';
import { employeeFields } from './employee-input.ts';
import { requireWithinPoints } from './employees.ts';

export const updateEmployee = defineCommand({
  type: 'UpdateEmployee',
  audiences: ['venue'],
  summary:
    "Changes an employee's details; those left out stay. point_id null: of no point in particular, for keys of the whole brand.",
  input: z.object(employeeFields).partial().extend({ id: id() }),
  result: employeeResult,
  run: async ({ id: employee_id, ...details }, context) => {
    // At no point: every key that is limited to some points cannot reach the employee.
    if (details.point_id === null) requireWholeBrand(context);
    await requireWithinPoints(context, employee_id);
    if (details.point_id) await requirePoint(context, details.point_id);
    const { brand_id } = context;
    const handled = await context.handle(employeeDecider, employee_id, { type: 'UpdateEmployee', brand_id, details });
    return outcome(handled, () => ({ id: employee_id, employee_id }));
  },
});
