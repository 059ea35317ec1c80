import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { payEvents } from '../payroll/pay-events.ts';

const id = z.int();

/** An employee as lists and reports show one. */
const details = z.object({
  employee_id: id,
  brand_id: z.uuid(),
  login: z.string(),
  name: z.string(),
  role: z.string(),
  role_name: z.string(),
  position_id: id,
  position_name: z.string(),
  /** Null: at no point in particular. */
  point_id: z.uuid().nullable(),
});

const named = z.object({ employee_id: id, brand_id: z.uuid() });

export const employeeEvents = {
  EmployeeHired: { version: 1, schema: details },
  /** All details as they are from now on. */
  EmployeeDetailsChanged: { version: 1, schema: details },
  /** The employee is in no list, and marks are rejected, until the block is lifted. */
  EmployeeBlocked: { version: 1, schema: named },
  EmployeeUnblocked: { version: 1, schema: named },
  /** For good. */
  EmployeeDismissed: { version: 1, schema: named },
  ...payEvents,
} as const;

export const STANDINGS = ['active', 'blocked', 'dismissed'] as const;
export type Standing = (typeof STANDINGS)[number];

export type EmployeeDetails = z.infer<typeof details>;

export type EmployeeEvent = EventsOf<typeof employeeEvents>;
