import type { Decider } from '../decider.ts';
import { decidePay } from '../payroll/pay-decide.ts';
import { conflict, notFound } from '../refusal.ts';
import type { EmployeeCommand } from './commands.ts';
import { type EmployeeEvent, recordedDetails } from './events.ts';
import { type EmployeeState, evolveEmployee } from './state.ts';
import { updateEmployee } from './update.ts';

const decide = (state: EmployeeState, command: EmployeeCommand): readonly EmployeeEvent[] => {
  if (command.type === 'HireEmployee') {
    return state ? [] : [{ type: 'EmployeeHired', data: recordedDetails(command.employee) }];
  }
  if (state === null || state.brand_id !== command.brand_id) throw notFound('employee_not_found');
  const { standing, is_erased, employee_id, brand_id } = state;
  switch (command.type) {
    case 'UpdateEmployee':
      if (is_erased) throw conflict('employee_erased');
      return updateEmployee(state, command);
    case 'DismissEmployee':
      if (standing === 'dismissed') return [];
      return [{ type: 'EmployeeDismissed', data: { employee_id, brand_id, dismissed_at: command.at } }];
    case 'EraseEmployee': {
      if (standing !== 'dismissed') throw conflict('employee_not_dismissed');
      const { reason, shift_ids, subjects } = command;
      if (is_erased) return [];
      const lists = { shift_ids: [...shift_ids], subjects: [...subjects] };
      return [{ type: 'EmployeeErased', data: { employee_id, brand_id, reason, ...lists } }];
    }
    case 'BlockEmployee':
    case 'UnblockEmployee': {
      if (standing === 'dismissed') throw conflict('employee_dismissed');
      const isBlock = command.type === 'BlockEmployee';
      if (isBlock === (standing === 'blocked')) return [];
      return [{ type: isBlock ? 'EmployeeBlocked' : 'EmployeeUnblocked', data: { employee_id, brand_id } }];
    }
    default:
      return decidePay(state, command);
  }
};

export const employeeDecider: Decider<EmployeeState, EmployeeCommand, EmployeeEvent> = {
  category: 'employee',
  stateVersion: 8,
  initial: null,
  evolve: evolveEmployee,
  decide,
};
