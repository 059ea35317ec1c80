import type { Logger } from 'pino';
import { addDays, localTimeOf } from '../../domain/reservations/local-clock.ts';
import type { Hands } from '../history/hands.ts';
import { type PlannedMark, planStaff } from '../history/staff-story.ts';
import type { HistoryPoint } from '../history/venue.ts';
import { LIFE } from './plan.ts';

/** So many days before the first one have marks: the sheet of a month is full. */
const PAST_DAYS = 30;
/** A request takes no more marks. */
const AT_ONCE = 500;

/** The staff of a point of the demo, who check in and out. */
export interface Attendance {
  /** The month before a day, `YYYY-MM-DD`. */
  recordPast(today: string): Promise<void>;
  /** What became due since the last call: the first one sends the marks of the whole day so far. */
  tick(time: number): Promise<void>;
}

interface AttendanceOptions {
  readonly hands: Hands;
  readonly point: HistoryPoint;
  readonly log: Pick<Logger, 'debug'>;
}

/**
 * Staff check in and out by the same plan as in a made history: the same day has the same marks. The manager corrects most
 * of what was forgotten.
 */
export const createAttendance = ({ hands, point, log }: AttendanceOptions): Attendance => {
  let corrected = 0;
  // A correction happens when its mark does, not when the demo was started.
  const command: Hands['command'] = (name, type, fields) =>
    hands.command(name, type, { occurred_at: iso(corrected), ...fields });
  const planOf = (date: string) =>
    planStaff({
      point,
      date,
      seed: 'life',
      hands: { ...hands, command },
      nameOf: (step) => `${LIFE}${point.key}/${date}/${step}`,
    });

  /** Whoever looks at the demo may have let somebody go: what is refused then is left out. */
  const unlessRefused = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.debug({ err: error }, 'a mark of the demo was refused');
    }
  };

  const send = (marks: readonly PlannedMark[]): Promise<void> =>
    unlessRefused(async () => {
      const name = `${LIFE}marks/${marks[0]!.mark.event_id}`;
      const outcomes = await hands.mark(
        name,
        marks.map(({ mark }) => mark),
      );
      for (const [index, { at, mend }] of marks.entries()) {
        corrected = at;
        await mend(outcomes[index]!);
      }
    });

  let last = Number.NEGATIVE_INFINITY;
  return {
    recordPast: async (today) => {
      const { point_id } = point;
      const days = Array.from({ length: PAST_DAYS }, (_, nth) => addDays(today, nth - PAST_DAYS));
      const plans = days.map((date) => ({ date, ...planOf(date) }));
      const marks = plans.flatMap((plan) => plan.marks);
      for (let first = 0; first < marks.length; first += AT_ONCE) await send(marks.slice(first, first + AT_ONCE));
      for (const { date, unmarked } of plans) {
        for (const { employee_id, check_in, check_out } of unmarked) {
          const fields = { employee_id, point_id, check_in: iso(check_in), check_out: iso(check_out) };
          corrected = check_out;
          await unlessRefused(() => command(`${LIFE}${point.key}/${date}/${employee_id} worked`, 'AddShift', fields));
        }
      }
    },
    tick: async (time) => {
      const { marks } = planOf(localTimeOf(time, point.timezone).date);
      const due = marks.filter(({ at }) => at > last && at <= time);
      if (due.length > 0) await send(due);
      last = time;
    },
  };
};

const iso = (time: number): string => new Date(time).toISOString();
