import { z } from 'zod';
import { employeeDecider } from '../../domain/employee/employee.ts';
import { defineCommand, outcome } from '../command.ts';
import { id } from '../fields.ts';
import { requirePoint } from '../points.ts';
import { employeeFields } from './employee-input.ts';
import { requireWithinPoints } from './employees.ts';

export const updateEmployee = defineCommand({
  type: 'UpdateEmployee',
  audiences: ['venue'],
  summary: "Changes an employee's details; those left out stay. point_id null: of no point in particular.",
  input: z.object(employeeFields).partial().extend({ id: id() }),
  run: async ({ id: employee_id, ...details }, context) => {
    await requireWithinPoints(context, employee_id);
    if (details.point_id) await requirePoint(context, details.point_id);
    const { brand_id } = context;
    const handled = await context.handle(employeeDecider, employee_id, { type: 'UpdateEmployee', brand_id, details });
    return outcome(handled, () => ({ id: employee_id, employee_id }));
  },
});
