import { hireEmployee } from './hire-employee.ts';
import { standingCommands } from './standing.ts';
import { updateEmployee } from './update-employee.ts';

export const employeeCommands = [hireEmployee, updateEmployee, ...standingCommands];
