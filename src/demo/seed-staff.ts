import { z } from 'zod';
import { EMPLOYEES, employeeFields } from './brand/employees.ts';
import { POINTS } from './brand/points.ts';
import { forEach, Ids, type Step } from './steps.ts';
import type { PointStaff } from './till/next-step.ts';

export interface StaffIds {
  /** By login. */
  readonly employees: Ids<number>;
  readonly staff: readonly PointStaff[];
}

/** Hires all employees; answers the staff of each point. */
export const seedStaff = async (step: Step, points: Ids<string>): Promise<StaffIds> => {
  const ids = new Ids(z.int());
  await forEach(EMPLOYEES, async (employee) => {
    const point_id = employee.point && points.get(employee.point);
    const fields = { ...employeeFields(employee), point_id };
    ids.set(employee.login, (await step(`employee/${employee.login}`, 'HireEmployee', fields)).id);
  });
  const firstOf = (point: string, position: string): number =>
    ids.get(EMPLOYEES.find((it) => it.point === point && it.position === position)?.login ?? `${position} ${point}`);
  const staff = Object.entries(POINTS).map(([point, { timezone }]) => ({
    point_id: points.get(point),
    cashier_id: firstOf(point, 'cashier'),
    courier_id: firstOf(point, 'courier'),
    timezone,
  }));
  return { employees: ids, staff };
};
