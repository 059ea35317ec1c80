import { addDays, nearestInstantOf } from '../../domain/reservations/local-clock.ts';
import { diceOf } from './random.ts';
import type { HistoryEmployee, HistoryPoint } from './venue.ts';

/** What an employee forgets: to check in, to check out, or both. Or the employee touches the terminal twice. */
type Slip = 'none' | 'no_check_in' | 'no_check_out' | 'no_marks' | 'twice';

/** A working day of an employee. */
export interface WorkingDay {
  readonly employee_id: number;
  /** Milliseconds since the epoch. */
  readonly check_in: number;
  readonly check_out: number;
  readonly slip: Slip;
  /** Whether the manager corrects what was forgotten. */
  readonly is_mended: boolean;
}

const MINUTE_MS = 60_000;
/** When work begins: an hour before the guests come, or in the afternoon. */
const MORNING = { amir_temur: '08:00', chilonzor: '09:00' } as const;
const AFTERNOON = '14:00';
/** When the last guests have left. */
const NIGHT = '23:35';
/** No employee has so many days off in a row. */
const LOOK_BACK_DAYS = 14;

/** Undefined: a day off. */
export const workingDayOf = (
  seed: string,
  { key, timezone }: HistoryPoint,
  { employee_id, role }: HistoryEmployee,
  date: string,
): WorkingDay | undefined => {
  const dice = diceOf(`${seed}/${key}/${date}/employee ${employee_id}`);
  if (!dice.chance(role === 'cashier' ? 95 : 80)) return undefined;
  const isLateShift = role !== 'manager' && dice.chance(35);
  const begin = nearestInstantOf({ date, time: isLateShift ? AFTERNOON : MORNING[key] }, timezone);
  const late = dice.chance(12) ? dice.between(10, 75) : dice.between(-15, 5);
  const check_in = begin + late * MINUTE_MS;
  const night = nearestInstantOf({ date, time: NIGHT }, timezone);
  const slip = dice.weighted<Slip>({ none: 91, no_check_out: 4, no_check_in: 2, twice: 2, no_marks: 1 });
  // A day without an end would count until the next morning: no manager leaves it so.
  const is_mended = dice.chance(65) || slip === 'no_check_out';
  return {
    employee_id,
    check_in,
    check_out: Math.min(check_in + dice.between(8 * 60, 12 * 60) * MINUTE_MS, night),
    slip,
    is_mended,
  };
};

/** The last day before on which the employee worked. */
export const lastWorkingDayOf = (
  seed: string,
  point: HistoryPoint,
  employee: HistoryEmployee,
  date: string,
): WorkingDay | undefined => {
  for (let days = 1; days <= LOOK_BACK_DAYS; days++) {
    const before = workingDayOf(seed, point, employee, addDays(date, -days));
    if (before) return before;
  }
  return undefined;
};
