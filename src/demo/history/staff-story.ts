import { MARK_IDENTITY } from '../../commands/attendance/mark-claims.ts';
import { markResult } from '../../commands/attendance/record-mark.ts';
import type { MarkType } from '../../domain/attendance/events.ts';
import type { MarkOutcome } from '../../domain/attendance/record-mark.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nearestInstantOf } from '../../domain/reservations/local-clock.ts';
import type { HandedMark } from './hands.ts';
import { lastWorkingDayOf, type WorkingDay, workingDayOf } from './staff-plan.ts';
import { beginTale, type Story, type Tale, type TaleOptions } from './tale.ts';
import type { HistoryPoint } from './venue.ts';

export interface StaffOptions extends TaleOptions {
  readonly point: HistoryPoint;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly seed: string;
}

/** A mark that an employee will make. */
export interface PlannedMark {
  readonly at: number;
  readonly mark: HandedMark;
  /** What the manager does about it. */
  readonly mend: (outcome: MarkOutcome) => Promise<unknown>;
}

const MINUTE_MS = 60_000;
/** When the terminal sends its marks. */
const SENDINGS = ['12:30', '17:00', '23:40'] as const;
const NOTE = 'Забыл отметиться';

/**
 * Staff check in and out: couriers at the till, all others at the partner's terminal, which sends their marks a few
 * times a day. The manager enters most forgotten marks by hand.
 */
export const tellOfStaff = (options: StaffOptions): Story => {
  const { point, date, seed, hands } = options;
  const tale = beginTale(options);
  const { marks, unmarked } = planStaff({ point, date, seed, hands, nameOf: tale.nameOf });
  const couriers = new Set(point.couriers);
  let sent = Number.NEGATIVE_INFINITY;
  for (const sending of SENDINGS) {
    const time = nearestInstantOf({ date, time: sending }, point.timezone);
    const some = marks.filter(({ at }) => at > sent && at <= time);
    sent = time;
    const [atTill = [], atTerminal = []] = [true, false].map((is) =>
      some.filter(({ mark }) => couriers.has(mark.employee_id) === is),
    );
    for (const planned of atTill) markAtTill(options, tale, planned);
    tale.gets(...atTerminal.map(({ mark }) => ({ kind: MARK_IDENTITY, scope: hands.key_id, key: mark.event_id })));
    const act = async () => {
      const outcomes = await hands.mark(
        tale.nameOf(sending),
        atTerminal.map(({ mark }) => mark),
      );
      for (const [index, { mend }] of atTerminal.entries()) await mend(outcomes[index]!);
    };
    if (atTerminal.length > 0) tale.goOnAt(time, { act, is_apart: true });
  }
  for (const day of unmarked) enterShift(options, tale, day);
  return tale;
};

export interface StaffPlanOptions extends Pick<StaffOptions, 'point' | 'date' | 'seed' | 'hands'> {
  /** The name of a step's command. */
  readonly nameOf: (step: string) => string;
}

/** The marks of a point's staff on a day, in order of time; and who worked without one, which the manager enters by hand. */
export const planStaff = (
  options: StaffPlanOptions,
): { readonly marks: readonly PlannedMark[]; readonly unmarked: readonly WorkingDay[] } => {
  const { point, date, seed } = options;
  const working = point.staff.flatMap((employee) => {
    const day = workingDayOf(seed, point, employee, date);
    return day ? [{ day, before: lastWorkingDayOf(seed, point, employee, date) }] : [];
  });
  return {
    marks: working.flatMap(({ day, before }) => marksOf(options, day, before)).sort((one, other) => one.at - other.at),
    unmarked: working.flatMap(({ day }) => (day.slip === 'no_marks' && day.is_mended ? [day] : [])),
  };
};

const marksOf = (
  { hands, seed, date, nameOf }: StaffPlanOptions,
  { employee_id, check_in, check_out, slip, is_mended }: WorkingDay,
  before: WorkingDay | undefined,
): PlannedMark[] => {
  const edit = (step: string, fields: object) =>
    hands.command(nameOf(`${employee_id} ${step}`), 'EditShift', { employee_id, note: NOTE, ...fields });
  const planned = (type: MarkType, at: number, mend: PlannedMark['mend'], name: string = type): PlannedMark => {
    const mark = { event_id: `${seed}-${date}-${employee_id}-${name}`, employee_id, type, time: iso(at) };
    return { at, mark, mend };
  };
  const nothing = async () => {};
  // Employees who did not check out last time do so now, all at once.
  const mendLast: PlannedMark['mend'] = async ({ auto_closed_shift_id: shift_id }) => {
    if (shift_id === null || before?.slip !== 'no_check_out' || !before.is_mended) return;
    await edit('mends check-out', { shift_id, check_out: iso(before.check_out) });
  };
  const mendCheckIn: PlannedMark['mend'] = async ({ result, shift_id }) => {
    if (result === 'check_out_without_shift' && is_mended) {
      await edit('mends check-in', { shift_id, check_in: iso(check_in) });
    }
  };
  const came = planned('check_in', check_in, mendLast);
  const left = planned('check_out', check_out, slip === 'no_check_in' ? mendCheckIn : nothing);
  const again = planned('check_in', check_in + 2 * MINUTE_MS, nothing, 'again');
  return { none: [came, left], no_check_in: [left], no_check_out: [came], no_marks: [], twice: [came, again, left] }[
    slip
  ];
};

const markAtTill = ({ hands, point }: StaffOptions, tale: Tale, { at, mark, mend }: PlannedMark): void => {
  const { event_id, ...fields } = mark;
  tale.mints(event_id, 'id');
  const act = async () => {
    const result = await hands.command(tale.nameOf(event_id), 'RecordMark', { ...fields, point_id: point.point_id });
    await mend(markResult.omit({ id: true }).parse(result));
  };
  tale.goOnAt(at, { act, is_apart: true });
};

/** Without a single mark only the manager knows that the employee worked. */
const enterShift = ({ hands, point }: StaffOptions, tale: Tale, day: WorkingDay): void => {
  const { employee_id, check_in, check_out } = day;
  const step = `${employee_id} worked`;
  const fields = { employee_id, point_id: point.point_id, check_in: iso(check_in), check_out: iso(check_out) };
  tale.mints(step, 'id');
  const act = () => hands.command(tale.nameOf(step), 'AddShift', fields).catch(passIfThere);
  tale.goOnAfter(1, { act, is_apart: true });
};

/** Another history of the same day may have shifts of the employee: then there is nothing to enter. */
const passIfThere = (error: unknown): void => {
  const { cause } = error as Error;
  if (!(cause instanceof Refusal) || cause.code !== 'attendance_shifts_overlap') throw error;
};

const iso = (time: number): string => new Date(time).toISOString();
