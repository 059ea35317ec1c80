import { employeeDecider } from '../../domain/employees/decide.ts';
import type { Employee } from '../../domain/employees/state.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';
import { isKeysPoint } from '../points/require-point.ts';

/** An employee of the brand whom a command about something else names in `field`. Else employee_not_found (400). */
export const requireEmployee = async (
  context: CommandContext,
  employeeId: number,
  field: string,
): Promise<Employee> => {
  const employee = await findEmployee(context, employeeId);
  if (!employee) throw invalid('employee_not_found', { field });
  return employee;
};

/** The employee whom a command is about. Else employee_not_found (404). */
export const requireOwnEmployee = async (context: CommandContext, employeeId: number): Promise<Employee> => {
  const employee = await findEmployee(context, employeeId);
  if (!employee) throw notFound('employee_not_found');
  return employee;
};

/** As of now. Undefined: no employee of the brand. */
const findEmployee = async (context: CommandContext, employeeId: number): Promise<Employee | undefined> => {
  const employee = await context.load(employeeDecider, employeeId);
  return employee?.brand_id === context.brand_id ? employee : undefined;
};

/** A key bound to some points may change the employees of those, and no others: employee_not_found (404). */
export const requireWithinPoints = async (context: CommandContext, employeeId: number): Promise<void> => {
  if (context.caller.point_ids === null) return;
  const employee = await context.load(employeeDecider, employeeId);
  if (isKeysPoint(context.caller, employee?.point_id)) return;
  // Somebody may have moved the employee since the command was carried out: its repeat is answered all the same.
  if (!(await context.recorded(employeeDecider, employeeId))) throw notFound('employee_not_found');
};
