import { type Employee, employeeDecider } from '../../domain/employee/employee.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import type { CommandContext } from '../command.ts';

/** An employee of the brand whom a command names in `field`, as of now. Else employee_not_found (400). */
export const requireEmployee = async (
  context: CommandContext,
  employeeId: number,
  field: string,
): Promise<Employee> => {
  const employee = await context.load(employeeDecider, employeeId);
  if (employee?.brand_id !== context.brand_id) throw invalid('employee_not_found', { field });
  return employee;
};

/** A key bound to some points may change the employees of those, and no others: employee_not_found (404). */
export const requireWithinPoints = async (context: CommandContext, employeeId: number): Promise<void> => {
  const { point_ids } = context.caller;
  if (point_ids === null) return;
  const employee = await context.load(employeeDecider, employeeId);
  if (!employee?.point_id || !point_ids.includes(employee.point_id)) throw notFound('employee_not_found');
};
