import type { EmployeeDetails, EmployeeEvent, Standing } from './events.ts';

export interface Employee extends EmployeeDetails {
  readonly standing: Standing;
}

/** Null until hired. */
export type EmployeeState = Employee | null;

export const evolveEmployee = (state: EmployeeState, event: EmployeeEvent): EmployeeState => {
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
