import type { PayCommand } from '../payroll/pay-commands.ts';
import type { EmployeeDetails } from './events.ts';

type Changeable = Omit<EmployeeDetails, 'employee_id' | 'brand_id'>;

export type EmployeeCommand =
  | { readonly type: 'HireEmployee'; readonly employee: EmployeeDetails }
  /** An undefined detail stays as it is. */
  | {
      readonly type: 'UpdateEmployee';
      readonly brand_id: string;
      /** The business day on which it happens. */
      readonly business_date: string;
      /** The instant at which it happens; ISO 8601 in UTC. */
      readonly changed_at?: string;
      readonly details: { readonly [Detail in keyof Changeable]?: Changeable[Detail] | undefined };
    }
  | {
      readonly type: 'BlockEmployee' | 'UnblockEmployee' | 'DismissEmployee';
      readonly brand_id: string;
      /** When it happened; ISO 8601 instant in UTC. */
      readonly at: string;
    }
  | {
      readonly type: 'EraseEmployee';
      readonly brand_id: string;
      readonly reason: string;
      readonly shift_ids: readonly number[];
      readonly subjects: readonly string[];
    }
  | PayCommand;
