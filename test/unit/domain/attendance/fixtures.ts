import type { TimesheetCommand } from '../../../../src/domain/attendance/commands.ts';
import { timesheetDecider } from '../../../../src/domain/attendance/decide.ts';
import { type MarkType, type TimesheetEvent, timesheetEvents } from '../../../../src/domain/attendance/events.ts';
import { outcomeOfMark } from '../../../../src/domain/attendance/record-mark.ts';
import { evolveTimesheet, type TimesheetState } from '../../../../src/domain/attendance/state.ts';
import { specOf } from '../../../support/given-when-then.ts';

export const { given } = specOf(timesheetDecider, timesheetEvents);

export const HOUR = 3_600_000;
export const MINUTE = 60_000;
export const CHORSU = '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11';
export const SERGELI = '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c22';
export const brand_id = '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10';
const key_id = 'c51d0a1e-0000-4000-8000-000000000001';

/** Midnight of 2 March in Tashkent. */
const DAY_BEGINS = Date.parse('2026-03-02T00:00:00+05:00');
/** The instant so many hours and minutes after midnight. */
export const at = (hours: number, minutes = 0): string =>
  new Date(DAY_BEGINS + hours * HOUR + minutes * MINUTE).toISOString();

export const ofPoint = (point_id = CHORSU) => ({
  employee_id: 12,
  brand_id,
  point_id,
  timezone: 'Asia/Tashkent',
  business_day_cutoff: '00:00',
});

export const markOf = (type: MarkType, time: string, event_id: string | null = null) => ({
  type,
  time,
  source: event_id === null ? ('cashbox' as const) : ('api' as const),
  key_id: event_id === null ? null : key_id,
  event_id,
});

export const record = (type: MarkType, time: string, shift_id: number, point_id = CHORSU) =>
  ({ type: 'RecordMark', ...ofPoint(point_id), shift_id, mark: markOf(type, time) }) satisfies TimesheetCommand;

/** The events of commands that follow each other. */
export const history = (...commands: TimesheetCommand[]): TimesheetEvent[] => {
  const events: TimesheetEvent[] = [];
  let state: TimesheetState = null;
  for (const command of commands) {
    for (const event of timesheetDecider.decide(state, command)) {
      state = evolveTimesheet(state, event);
      events.push(event);
    }
  }
  return events;
};

/** What the last of the commands came to: result, shift and the shift that was closed. */
export const outcomeOf = (...commands: TimesheetCommand[]) => {
  const [last, ...before] = commands.toReversed();
  const { events } = given(...history(...before.toReversed()))
    .when(last!)
    .result();
  const { result, shift_id, auto_closed_shift_id } = outcomeOfMark(events.at(-1)!)!;
  return auto_closed_shift_id === null ? [result, shift_id] : [result, shift_id, auto_closed_shift_id];
};
