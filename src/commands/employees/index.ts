import { hireEmployee } from './hire-employee.ts';
import { standingCommands } from './standing.ts';
import { updateEmployee } from './update-employee.ts';

export const staffCommands = [hireEmployee, updateEmployee, ...standingCommands];
