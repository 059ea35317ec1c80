import type { Decider } from '../decider.ts';
import { notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { EmployeeDetails, EmployeeEvent } from './events.ts';

/** Null until hired. */
export type EmployeeState = EmployeeDetails | null;

type Changeable = Omit<EmployeeDetails, 'employee_id' | 'brand_id'>;

export type EmployeeCommand =
  | { readonly type: 'HireEmployee'; readonly employee: EmployeeDetails }
  /** A detail that is undefined stays as it is. */
  | {
      readonly type: 'UpdateEmployee';
      readonly brand_id: string;
      readonly details: { readonly [Detail in keyof Changeable]?: Changeable[Detail] | undefined };
    };

const decide = (state: EmployeeState, command: EmployeeCommand): readonly EmployeeEvent[] => {
  if (command.type === 'HireEmployee') return state ? [] : [{ type: 'EmployeeHired', data: command.employee }];
  if (state === null || state.brand_id !== command.brand_id) throw notFound('employee_not_found');
  const given = Object.fromEntries(Object.entries(command.details).filter(([, detail]) => detail !== undefined));
  const data = { ...state, ...given };
  return isSameValue(state, data) ? [] : [{ type: 'EmployeeDetailsChanged', data }];
};

export const employeeDecider: Decider<EmployeeState, EmployeeCommand, EmployeeEvent> = {
  category: 'employee',
  stateVersion: 1,
  initial: null,
  evolve: (_state, event) => event.data,
  decide,
};
