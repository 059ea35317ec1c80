import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { payEvents } from '../payroll/pay-events.ts';
import { destroyedKeys } from '../personal/destroyed-keys.ts';
import { erasable } from '../personal/erasable.ts';

const id = z.int();

const details = z.object({
  employee_id: id,
  brand_id: z.uuid(),
  role: z.string(),
  role_name: z.string(),
  position_id: id,
  position_name: z.string(),
  /** Null: at no point in particular. */
  point_id: z.uuid().nullable(),
  personal: z.object({ employee_id: id, login: erasable(z.string()), name: erasable(z.string()) }),
});

const named = z.object({ employee_id: id, brand_id: z.uuid() });

export const employeeEvents = {
  EmployeeHired: { version: 1, schema: details },
  /** All details as they are from now on. */
  EmployeeDetailsChanged: {
    version: 1,
    schema: details.extend({
      /** The business day, at the point that was the employee's own, on which it was changed. */
      business_date: z.iso.date(),
      /**
       * The own points that the transfers of that day led to, and since when each was; ascending, the last is the one above.
       * Left out: none happened on that day.
       */
      point_times: z.array(z.object({ point_id: z.uuid().nullable(), since: z.iso.datetime() })).optional(),
    }),
  },
  /** The employee is in no list, and marks are rejected, until the block is lifted. */
  EmployeeBlocked: { version: 1, schema: named },
  EmployeeUnblocked: { version: 1, schema: named },
  /** For good. */
  EmployeeDismissed: {
    version: 1,
    /** When it happened. */
    schema: named.extend({ dismissed_at: z.iso.datetime() }),
  },
  /** The person is forgotten: the name can no longer be read. The number and the position stay. */
  EmployeeErased: {
    version: 1,
    schema: named.extend({
      reason: z.string(),
      /** The till shifts of which this was the cashier. */
      shift_ids: z.array(id),
      ...destroyedKeys,
    }),
  },
  ...payEvents,
} as const;

export const STANDINGS = ['active', 'blocked', 'dismissed'] as const;
export type Standing = (typeof STANDINGS)[number];

type RecordedDetails = z.infer<typeof details>;
/** With the day on which the details changed, if they did. */
type DatedDetails = RecordedDetails & Partial<z.infer<(typeof employeeEvents)['EmployeeDetailsChanged']['schema']>>;

/** An employee as lists and reports show one. */
export interface EmployeeDetails extends Omit<RecordedDetails, 'personal'> {
  /** Null, like the name: the employee was erased. */
  readonly login: string | null;
  readonly name: string | null;
}

export const recordedDetails = ({ login, name, ...details }: EmployeeDetails): RecordedDetails => ({
  ...details,
  personal: { employee_id: details.employee_id, login, name },
});

export const employeeDetails = ({
  personal: { login, name },
  business_date: _,
  point_times: __,
  ...details
}: DatedDetails): EmployeeDetails => ({
  ...details,
  login,
  name,
});

export type EmployeeErased = z.infer<(typeof employeeEvents)['EmployeeErased']['schema']>;
export type EmployeeEvent = EventsOf<typeof employeeEvents>;
