import type { Decider } from '../decider.ts';
import { conflict, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { EmployeeDetails, EmployeeEvent, Standing } from './events.ts';

export interface Employee extends EmployeeDetails {
  readonly standing: Standing;
}

/** Null until hired. */
export type EmployeeState = Employee | null;

type Changeable = Omit<EmployeeDetails, 'employee_id' | 'brand_id'>;

export type EmployeeCommand =
  | { readonly type: 'HireEmployee'; readonly employee: EmployeeDetails }
  /** A detail that is undefined stays as it is. */
  | {
      readonly type: 'UpdateEmployee';
      readonly brand_id: string;
      readonly details: { readonly [Detail in keyof Changeable]?: Changeable[Detail] | undefined };
    }
  | {
      readonly type: 'BlockEmployee' | 'UnblockEmployee' | 'DismissEmployee';
      readonly brand_id: string;
    };

const decide = (state: EmployeeState, command: EmployeeCommand): readonly EmployeeEvent[] => {
  if (command.type === 'HireEmployee') return state ? [] : [{ type: 'EmployeeHired', data: command.employee }];
  if (state === null || state.brand_id !== command.brand_id) throw notFound('employee_not_found');
  const { standing, ...details } = state;
  const { employee_id, brand_id } = details;
  switch (command.type) {
    case 'UpdateEmployee': {
      const given = Object.fromEntries(Object.entries(command.details).filter(([, detail]) => detail !== undefined));
      const data = { ...details, ...given };
      return isSameValue(details, data) ? [] : [{ type: 'EmployeeDetailsChanged', data }];
    }
    case 'DismissEmployee':
      return standing === 'dismissed' ? [] : [{ type: 'EmployeeDismissed', data: { employee_id, brand_id } }];
    case 'BlockEmployee':
    case 'UnblockEmployee': {
      if (standing === 'dismissed') throw conflict('employee_dismissed');
      const isBlock = command.type === 'BlockEmployee';
      if (isBlock === (standing === 'blocked')) return [];
      return [{ type: isBlock ? 'EmployeeBlocked' : 'EmployeeUnblocked', data: { employee_id, brand_id } }];
    }
  }
};

const evolve = (state: EmployeeState, event: EmployeeEvent): EmployeeState => {
  switch (event.type) {
    case 'EmployeeHired':
      return { ...event.data, standing: 'active' };
    case 'EmployeeDetailsChanged':
      return { ...event.data, standing: state?.standing ?? 'active' };
    case 'EmployeeBlocked':
      return state && { ...state, standing: 'blocked' };
    case 'EmployeeUnblocked':
      return state && { ...state, standing: 'active' };
    case 'EmployeeDismissed':
      return state && { ...state, standing: 'dismissed' };
  }
};

export const employeeDecider: Decider<EmployeeState, EmployeeCommand, EmployeeEvent> = {
  category: 'employee',
  stateVersion: 2,
  initial: null,
  evolve,
  decide,
};
