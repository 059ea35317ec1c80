import { evolvePay, NO_PAY, type Pay } from '../payroll/pay-state.ts';
import { type EmployeeDetails, type EmployeeEvent, employeeDetails, type Standing } from './events.ts';
import { firstHome, type Home, withHome } from './homes.ts';

export interface Employee extends EmployeeDetails {
  readonly standing: Standing;
  /** ISO 8601 instant in UTC. Null: not dismissed. */
  readonly dismissed_at: string | null;
  readonly is_erased: boolean;
  readonly pay: Pay;
  /** What the employee was assigned, ascending by the first day. */
  readonly homes: readonly Home[];
}

/** Null until hired. */
export type EmployeeState = Employee | null;

export const evolveEmployee = (state: EmployeeState, event: EmployeeEvent): EmployeeState => {
  switch (event.type) {
    case 'EmployeeHired':
      return {
        ...employeeDetails(event.data),
        standing: 'active',
        dismissed_at: null,
        is_erased: false,
        pay: NO_PAY,
        homes: [firstHome(event.data)],
      };
    case 'EmployeeDetailsChanged':
      return {
        ...employeeDetails(event.data),
        standing: state?.standing ?? 'active',
        dismissed_at: state?.dismissed_at ?? null,
        is_erased: state?.is_erased ?? false,
        pay: state?.pay ?? NO_PAY,
        homes: withHome(state?.homes ?? [], event.data),
      };
    case 'EmployeeBlocked':
      return state && { ...state, standing: 'blocked' };
    case 'EmployeeUnblocked':
      return state && { ...state, standing: 'active' };
    case 'EmployeeDismissed':
      return state && { ...state, standing: 'dismissed', dismissed_at: event.data.dismissed_at };
    case 'EmployeeErased':
      return state && { ...state, login: null, name: null, is_erased: true };
    default:
      return state && { ...state, pay: evolvePay(state.pay, event) };
  }
};

/** Whether the employee was dismissed by then (ISO 8601 in UTC). */
export const wasDismissed = ({ dismissed_at }: Employee, at: string): boolean =>
  dismissed_at !== null && Date.parse(dismissed_at) <= Date.parse(at);
