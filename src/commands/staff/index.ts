import { hireEmployee } from './hire-employee.ts';
import { updateEmployee } from './update-employee.ts';

export const staffCommands = [hireEmployee, updateEmployee];
