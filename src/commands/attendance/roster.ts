import type { Standing } from '../../domain/employees/events.ts';
import type { OwnPoint } from '../../domain/employees/homes.ts';
import { invalid, notFound } from '../../domain/refusal.ts';

export interface RosterEmployee {
  /** The own point, and when it was assigned, ascending by the first day. */
  readonly homes: readonly OwnPoint[];
  readonly standing: Standing;
}

export interface RosterPoint {
  readonly timezone: string;
  readonly business_day_cutoff: string;
}

/** Port: who may make marks, and where. The read side answers; wiring/lookups.ts connects it. */
export interface Roster {
  /** Those of the employees that belong to the brand, by id: also blocked and dismissed ones. */
  employees(brandId: string, ids: readonly number[]): Promise<ReadonlyMap<number, RosterEmployee>>;
  /** Points of the brand, by id. */
  points(brandId: string): Promise<ReadonlyMap<string, RosterPoint>>;
}

/** Throws for an employee whose marks are rejected: unknown to the brand or dismissed (404), or blocked (400). */
export const requireActive = <Known extends { readonly standing: Standing }>(employee: Known | undefined): Known => {
  if (!employee || employee.standing === 'dismissed')
    throw notFound('employee_not_found', {}, { field: 'employee_id' });
  if (employee.standing === 'blocked') throw invalid('employee_blocked', {}, { field: 'employee_id' });
  return employee;
};
