import { z } from 'zod';
import { employeeDecider } from '../../domain/employee/employee.ts';
import { notFound } from '../../domain/refusal.ts';
import { type CommandContext, defineCommand, outcome } from '../command.ts';
import { id } from '../fields.ts';
import { requirePoint } from '../points.ts';
import { employeeFields } from './employee-input.ts';

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

/** A key bound to some points may change the employees of those, and no others. */
const requireWithinPoints = async (context: CommandContext, employeeId: number): Promise<void> => {
  const { point_ids } = context.caller;
  if (point_ids === null) return;
  const employee = await context.load(employeeDecider, employeeId);
  if (!employee?.point_id || !point_ids.includes(employee.point_id)) throw notFound('employee_not_found');
};
