import { timesheetDecider } from '../../domain/attendance/decide.ts';
import type { TimesheetState } from '../../domain/attendance/state.ts';
import { inOrder } from '../../domain/attendance/where.ts';
import { clockAt } from '../../domain/points/clocks.ts';
import { pointDecider } from '../../domain/points/decide.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { PartnerContext } from '../bus/context.ts';
import { judgeMark, type MarkGround, type ReadEvent, roughTime } from './judge-mark.ts';
import type { ClaimedMark, MarkClaims } from './mark-claims.ts';
import type { MarkInput } from './mark-input.ts';
import type { Roster } from './roster.ts';

export interface MarkNeeds {
  readonly claims: MarkClaims;
  readonly roster: Roster;
}

/** An event with the mark to be recorded, or the reason why there is none. */
export interface Judged extends ReadEvent {
  readonly mark: ClaimedMark | Refusal;
}

interface Readable extends ReadEvent {
  readonly input: MarkInput;
}

const isReadable = (event: ReadEvent): event is Readable => !(event.input instanceof Refusal);

/** Judges every event of a request, and finds the points of those that name none. Answers in the order of the request. */
export const judgeMarks = async (
  context: PartnerContext,
  needs: MarkNeeds,
  events: readonly ReadEvent[],
): Promise<Judged[]> => {
  const { brand_id, caller, now } = context;
  const readable = events.filter(isReadable);
  const ids = new Set(readable.map(({ input }) => input.employee_id));
  const [employees, points] = await Promise.all([
    needs.roster.employees(brand_id, [...ids]),
    needs.roster.points(brand_id),
  ]);
  const ground = { employees, points, point_ids: caller.point_ids, now };
  const placed = await placedMarks(context, needs, readable, ground);
  const judged = events.map((event) => {
    if (!isReadable(event)) return { ...event, mark: event.input as Refusal };
    return { ...event, mark: placed.get(event) ?? judgeMark(event.input, ground) };
  });
  return withDaysThen(context, judged);
};

/** Marks with the cutoffs that their points had when they were made: a late mark is of the business day of then. */
const withDaysThen = async ({ load }: PartnerContext, judged: readonly Judged[]): Promise<Judged[]> => {
  const made = judged.flatMap(({ mark }) => (mark instanceof Refusal ? [] : [mark.point_id]));
  const loaded = [...new Set(made)].map(async (id) => [id, await load(pointDecider, id)] as const);
  const points = new Map(await Promise.all(loaded));
  return judged.map((each) => {
    if (each.mark instanceof Refusal) return each;
    const { business_day_cutoff } = clockAt(points.get(each.mark.point_id)!, each.mark.time);
    return { ...each, mark: { ...each.mark, business_day_cutoff } };
  });
};

/**
 * The marks of employees of whom a mark names no point. It belongs to the point where the employee is on shift at that
 * time, and marks of the same request say where that is: so these marks are made on a copy of the timesheet, in order.
 */
const placedMarks = async (
  context: PartnerContext,
  { claims }: MarkNeeds,
  events: readonly Readable[],
  ground: MarkGround,
): Promise<ReadonlyMap<ReadEvent, ClaimedMark | Refusal>> => {
  const { key_id } = context.caller;
  const withoutPoint = events.filter(({ input }) => input.point_id == null && ground.employees.has(input.employee_id));
  const ids = new Set(withoutPoint.map(({ input }) => input.employee_id));
  const theirs = events.filter(({ input }) => ids.has(input.employee_id));
  const asked = theirs.flatMap(({ key }) => (key === null ? [] : [{ event_id: key, mark: null }]));
  const known = await claims.claim(key_id, asked);
  const isNew = ({ key }: ReadEvent): boolean => key !== null && known.get(key)?.outcome === undefined;
  const news = Map.groupBy(theirs.filter(isNew), ({ input }) => input.employee_id);
  const judged = new Map<ReadEvent, ClaimedMark | Refusal>();
  const placeAll = async ([employeeId, own]: [number, readonly Readable[]]): Promise<void> => {
    let timesheet = await context.load(timesheetDecider, employeeId);
    const timed = own.map((event) => ({ event, type: event.input.type, time: roughTime(event.input, ground) }));
    for (const [index, { event }] of timed.toSorted(inOrder).entries()) {
      const mark = judgeMark(event.input, ground, timesheet);
      judged.set(event, mark);
      // What was claimed under its id, but perhaps not recorded, is recorded now.
      const claim = known.get(event.key!);
      const made = claim && claim.outcome === undefined ? claim.mark : mark;
      if (!(made instanceof Refusal))
        timesheet = after(timesheet, made, { brand_id: context.brand_id, shift_id: -1 - index });
    }
  };
  await Promise.all([...news].map(placeAll));
  return judged;
};

/** The timesheet with a mark, and its shift under an id that no shift has. */
const after = (
  timesheet: TimesheetState,
  { type, time, ...ofPoint }: ClaimedMark,
  shift: { readonly brand_id: string; readonly shift_id: number },
): TimesheetState => {
  const mark = { type, time, source: 'api' as const, key_id: null, event_id: null };
  const command = { type: 'RecordMark' as const, ...ofPoint, ...shift, mark };
  return timesheetDecider.decide(timesheet, command).reduce(timesheetDecider.evolve, timesheet);
};
