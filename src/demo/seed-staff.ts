import type { Applied } from '../brand-file/apply.ts';
import { demoEntries, demoPoint } from './brand/demo-file.ts';
import { POINT_KEYS } from './brand/point-keys.ts';
import { idIn } from './seed-brand.ts';
import type { PointStaff } from './till/next-step.ts';

/** Who works the tills of each point. */
export const staffOf = (ids: Applied['ids']): readonly PointStaff[] => {
  const staff = demoEntries('staff');
  const firstOf = (point: string, role: string): number => {
    const first = staff.find(([, words]) => words.point === point && words.role === role);
    return Number(idIn(ids, 'staff', first?.[0] ?? `${role} of ${point}`));
  };
  return POINT_KEYS.map((point) => ({
    point_id: String(idIn(ids, 'points', point)),
    cashier_id: firstOf(point, 'cashier'),
    courier_id: firstOf(point, 'courier'),
    timezone: demoPoint(point).timezone,
  }));
};
