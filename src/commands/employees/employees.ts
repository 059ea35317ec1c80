import { z } from 'zod';
import { employeeDecider } from '../../domain/employees/decide.ts';
import { type Employee, wasDismissed } from '../../domain/employees/state.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import { isKeysPoint } from '../bus/caller.ts';
import type { CommandContext } from '../bus/context.ts';

export const employeeResult = z.object({ id: z.int(), employee_id: z.int() });

/** The employee of the brand that a command about something else names in `field`. Else employee_not_found (400). */
export const requireEmployee = async (
  context: CommandContext,
  employeeId: number,
  field: string,
): Promise<Employee> => {
  const employee = await findEmployee(context, employeeId);
  if (!employee) throw invalid('employee_not_found', { field });
  return employee;
};

/**
 * The employee who does a part of what a command tells, as its cashier or waiter, or who owes for it. Throws as requireEmployee
 * does, and employee_dismissed (400) for one who was dismissed by the time of which the command tells.
 */
export const requireAtWork = async (context: CommandContext, employeeId: number, field: string): Promise<Employee> => {
  const employee = await requireEmployee(context, employeeId, field);
  if (wasDismissed(employee, context.occurred_at)) throw invalid('employee_dismissed', { field });
  return employee;
};

/** The employee that a command is about. Else employee_not_found (404). */
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

/** A key for some points may change only the employees of those points: employee_not_found (404). */
export const requireWithinPoints = async (context: CommandContext, employeeId: number): Promise<void> => {
  if (context.caller.point_ids === null) return;
  const employee = await context.load(employeeDecider, employeeId);
  if (isKeysPoint(context.caller, employee?.point_id)) return;
  // The employee may have moved since the command was carried out: its repeat is answered all the same.
  if (!(await context.recorded(employeeDecider, employeeId))) throw notFound('employee_not_found');
};
