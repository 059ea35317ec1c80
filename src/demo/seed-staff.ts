import { EMPLOYEES, employeeFields } from './brand/employees.ts';
import { POINTS } from './brand/points.ts';
import { forEach, Ids, type Step } from './steps.ts';

/** The employee who works the till of a point. */
export interface DemoTillDesk {
  readonly point_id: string;
  readonly cashier_id: number;
  readonly courier_id: number;
  readonly timezone: string;
}

/** Hires all employees; answers who works each point's till. */
export const seedStaff = async (step: Step, points: Ids<string>): Promise<DemoTillDesk[]> => {
  const ids = new Ids<number>();
  await forEach(EMPLOYEES, async (employee) => {
    const point_id = employee.point && points.get(employee.point);
    const fields = { ...employeeFields(employee), point_id };
    ids.set(employee.login, (await step(`employee/${employee.login}`, 'HireEmployee', fields)).id);
  });
  const firstOf = (point: string, position: string): number =>
    ids.get(EMPLOYEES.find((it) => it.point === point && it.position === position)?.login ?? `${position} ${point}`);
  return Object.entries(POINTS).map(([point, { timezone }]) => ({
    point_id: points.get(point),
    cashier_id: firstOf(point, 'cashier'),
    courier_id: firstOf(point, 'courier'),
    timezone,
  }));
};
