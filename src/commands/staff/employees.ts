import { employeeDecider } from '../../domain/employee/employee.ts';
import type { EmployeeDetails } from '../../domain/employee/events.ts';
import { invalid } from '../../domain/refusal.ts';
import type { CommandContext } from '../command.ts';

/** An employee of the brand whom a command names in `field`, as of now. Else employee_not_found (400). */
export const requireEmployee = async (
  context: CommandContext,
  employeeId: number,
  field: string,
): Promise<EmployeeDetails> => {
  const employee = await context.load(employeeDecider, employeeId);
  if (employee?.brand_id !== context.brand_id) throw invalid('employee_not_found', { field });
  return employee;
};
