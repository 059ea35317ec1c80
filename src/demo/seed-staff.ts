import type { Applied } from '../brand-file/apply.ts';
import { demoEntries, demoPoint } from './brand/demo-file.ts';
import { POINT_KEYS } from './brand/point-keys.ts';
import { idIn } from './seed-brand.ts';
import type { PointStaff } from './till/next-step.ts';

/** The name in the brand file of the first of a role at a point, and what the file says of them. */
const firstOf = (point: string, role: string) =>
  demoEntries('staff').find(([, words]) => words.point === point && words.role === role);

/** What the first point's cashier is called. */
export const cashierName = (): string => String(firstOf(POINT_KEYS[0], 'cashier')?.[1].name);

/** Who works the tills of each point. */
export const staffOf = (ids: Applied['ids']): readonly PointStaff[] => {
  const idOf = (point: string, role: string): number =>
    Number(idIn(ids, 'staff', firstOf(point, role)?.[0] ?? `${role} of ${point}`));
  return POINT_KEYS.map((point) => ({
    point_id: String(idIn(ids, 'points', point)),
    cashier_id: idOf(point, 'cashier'),
    courier_id: idOf(point, 'courier'),
    timezone: demoPoint(point).timezone,
  }));
};
