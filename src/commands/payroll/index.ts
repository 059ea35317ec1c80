import type { CommandDefinition } from '../bus/command.ts';
import { accrualCommands } from './accruals.ts';
import { motivationCommands } from './motivations.ts';
import { paySalary } from './pay-salary.ts';
import type { PayrollNeeds } from './payroll-needs.ts';
import { settleEmployeeDebt } from './settle-employee-debt.ts';
import { termsCommands } from './terms.ts';

export const payrollCommands: readonly CommandDefinition<PayrollNeeds>[] = [
  ...termsCommands,
  ...accrualCommands,
  ...motivationCommands,
  paySalary,
  settleEmployeeDebt,
];
