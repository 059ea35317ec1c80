type Valid = (alias: string) => string;

const SHIFTS = 'read.attendance_shifts';
/** No shift should be longer. Those that are have an index of their own. */
const LONG = "interval '3 days'";
export const isLong = (alias: string): string => `${alias}check_out - ${alias}check_in > ${LONG}`;

/**
 * SQL of the time until which earlier shifts of the employee go on, of those that reach into a shift; null: none does. Of
 * two shifts the one that began first counts whole, at whatever point. `valid` is the condition for the versions to read.
 */
export const takenUntil = (alias: string, valid: Valid, table = SHIFTS): string => {
  const latest = (condition: string) => `(select max(earlier.check_out) from ${table} as earlier
    where earlier.employee_id = ${alias}.employee_id and earlier.check_out > ${alias}.check_in and ${condition}
      and (earlier.check_in, earlier.shift_id) < (${alias}.check_in, ${alias}.shift_id) and ${valid('earlier')})`;
  const recent = `earlier.check_in between ${alias}.check_in - ${LONG} and ${alias}.check_in`;
  return `greatest(${latest(recent)}, ${latest(isLong('earlier.'))})`;
};

/**
 * SQL of the hundredths of hours of a shift that count, rounded half up: no time of an employee counts twice. A shift without
 * a mark at one end, or with its end first, has none. `until`: what `takenUntil` says.
 */
export const hundredthsUntil = (
  alias: string,
  until: string,
): string => `case when ${alias}.check_out >= ${alias}.check_in
    then floor((extract(epoch from ${alias}.check_out - least(${alias}.check_out, greatest(${alias}.check_in, ${until}))) * 1000
      + 18000) / 36000) end`;

/** The same, where `until` is looked up for each shift. */
export const hundredthsOfHours = (alias: string, valid: Valid, table = SHIFTS): string =>
  hundredthsUntil(alias, takenUntil(alias, valid, table));

/** SQL: a shift and another one of the employee, at whatever point, have time in common. */
export const isOverlapping = (alias: string, valid: Valid): string => `(${alias}.check_out > ${alias}.check_in and (
    coalesce(${takenUntil(alias, valid)} > ${alias}.check_in, false)
    or exists (select from ${SHIFTS} as later where later.employee_id = ${alias}.employee_id
      and later.check_in >= ${alias}.check_in and later.check_in < ${alias}.check_out and later.check_out > later.check_in
      and later.shift_id <> ${alias}.shift_id and ${valid('later')})))`;
