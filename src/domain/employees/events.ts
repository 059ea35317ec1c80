import { z } from 'zod';

const id = z.int();

/** The venue's own staff as its lists and reports show them. */
const details = z.object({
  employee_id: id,
  brand_id: z.uuid(),
  login: z.string(),
  name: z.string(),
  role: z.string(),
  role_name: z.string(),
  position_id: id,
  position_name: z.string(),
  /** Null: of no point in particular. */
  point_id: z.uuid().nullable(),
});

const named = z.object({ employee_id: id, brand_id: z.uuid() });

export const employeeEvents = {
  EmployeeHired: { version: 1, schema: details },
  /** The details as they are from now on, whole. */
  EmployeeDetailsChanged: { version: 1, schema: details },
  /** On no list, and its marks are rejected, until it is unblocked. */
  EmployeeBlocked: { version: 1, schema: named },
  EmployeeUnblocked: { version: 1, schema: named },
  /** For good. */
  EmployeeDismissed: { version: 1, schema: named },
} as const;

export const STANDINGS = ['active', 'blocked', 'dismissed'] as const;
export type Standing = (typeof STANDINGS)[number];

export type EmployeeDetails = z.infer<typeof details>;

type Schemas = typeof employeeEvents;
export type EmployeeEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: z.infer<Schemas[Type]['schema']> };
}[keyof Schemas];
