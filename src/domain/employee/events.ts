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

export const employeeEvents = {
  EmployeeHired: { version: 1, schema: details },
  /** The details as they are from now on, whole. */
  EmployeeDetailsChanged: { version: 1, schema: details },
} as const;

export type EmployeeDetails = z.infer<typeof details>;
export type EmployeeEvent = {
  readonly type: keyof typeof employeeEvents;
  readonly data: EmployeeDetails;
};
