import { isSameValue } from '../same-value.ts';
import type { EmployeeCommand } from './commands.ts';
import { type EmployeeDetails, type EmployeeEvent, recordedDetails } from './events.ts';
import { assignedOf, changedOnOf, changeOf, changesSince, firstDayOf, saysNew } from './homes.ts';
import type { PointTimes } from './point-times.ts';
import type { Employee } from './state.ts';

type Update = Extract<EmployeeCommand, { type: 'UpdateEmployee' }>;

/**
 * Changes details of an employee. What is told of a day before the last assignment changes what held then, and not what
 * was assigned since: so the last event says what the employee is now.
 */
export const updateEmployee = (state: Employee, command: Update): readonly EmployeeEvent[] => {
  const { standing: _, dismissed_at: __, is_erased: ___, pay: ____, homes, ...details } = state;
  const given = Object.fromEntries(Object.entries(command.details).filter(([, detail]) => detail !== undefined));
  const { business_date, changed_at } = command;
  const told = { business_date, changed_at, given };
  const last = homes.at(-1)!;
  if (firstDayOf(business_date) >= last.from) {
    const change = changeOf(last, told);
    const data = { ...details, ...given, ...assignedOf(change) };
    const isNew = !isSameValue(details, data) || saysNew(last, change);
    return isNew ? [changed(data, business_date, change.point_times)] : [];
  }
  const named = { ...details, ...given, ...assignedOf(details) };
  const changes = changesSince(homes, told);
  const events = changes.map((change) =>
    changed({ ...named, ...assignedOf(change) }, change.business_date, change.point_times),
  );
  const lastDay = changedOnOf(last.from);
  if (changes.at(-1)?.business_date === lastDay) return events;
  return events.length === 0 && isSameValue(details, named)
    ? []
    : [...events, changed(named, lastDay, last.point_times)];
};

const changed = (
  details: EmployeeDetails,
  business_date: string,
  point_times: PointTimes | undefined,
): EmployeeEvent => ({
  type: 'EmployeeDetailsChanged',
  data: {
    ...recordedDetails(details),
    business_date,
    ...(point_times && { point_times: [...point_times] }),
  },
});
