import { isSameValue } from '../same-value.ts';
import type { EmployeeCommand } from './commands.ts';
import { type EmployeeDetails, type EmployeeEvent, recordedDetails } from './events.ts';
import { assignedOf, changedOnOf, changesSince, firstDayOf } from './homes.ts';
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
  const last = homes.at(-1)!;
  if (business_date === undefined || firstDayOf(business_date) >= last.from) {
    const data = { ...details, ...given };
    const pointSince = data.point_id === last.point_id ? last.point_since : changed_at;
    return isSameValue(details, data) ? [] : [changed(data, business_date, pointSince)];
  }
  const named = { ...details, ...given, ...assignedOf(details) };
  const changes = changesSince(homes, business_date, given, changed_at);
  const events = changes.map(({ business_date: day, point_since, ...assigned }) =>
    changed({ ...named, ...assigned }, day, point_since),
  );
  const lastDay = changedOnOf(last.from);
  if (changes.at(-1)?.business_date === lastDay) return events;
  return events.length === 0 && isSameValue(details, named)
    ? []
    : [...events, changed(named, lastDay, last.point_since)];
};

const changed = (
  details: EmployeeDetails,
  business_date: string | undefined,
  point_since: string | undefined,
): EmployeeEvent => ({
  type: 'EmployeeDetailsChanged',
  data: {
    ...recordedDetails(details),
    ...(business_date !== undefined && { business_date }),
    ...(point_since !== undefined && { point_since }),
  },
});
