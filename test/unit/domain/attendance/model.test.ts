import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timesheetDecider } from '../../../../src/domain/attendance/decide.ts';
import type { MarkType } from '../../../../src/domain/attendance/events.ts';
import { outcomeOfMark } from '../../../../src/domain/attendance/record-mark.ts';
import { evolveTimesheet, type TimesheetState } from '../../../../src/domain/attendance/state.ts';
import { effort } from '../../../support/effort.ts';
import { at, CHORSU, record, SERGELI } from './fixtures.ts';
import { createModel } from './model.ts';

/** Steps of the clock that meet every bound of the rules: 5 minutes, 14 hours, and the pages of the sheet. */
const minute = fc.oneof(
  fc.integer({ min: 0, max: 80 }).map((step) => step * 5),
  fc.integer({ min: 0, max: 60 * 60 }),
  fc.integer({ min: 0, max: 40 }).map((step) => step * 14 * 60),
  // Marks are taken up to 62 days back.
  fc.integer({ min: -31 * 24 * 60, max: 31 * 24 * 60 }),
);
const mark = fc.record({
  point: fc.constantFrom(CHORSU, CHORSU, CHORSU, SERGELI),
  type: fc.constantFrom<MarkType>('check_in', 'check_out'),
  minute,
});

it('a timesheet follows the table of rules, whatever marks come in whatever order', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 60 }), (marks) => {
      const model = createModel();
      /** Ids of the model's shifts by ours. */
      const ids = new Map<number, number>();
      let state: TimesheetState = null;
      for (const [index, { point, type, minute }] of marks.entries()) {
        const events = timesheetDecider.decide(state, record(type, at(0, minute), 1_000 + index, point));
        for (const event of events) state = evolveTimesheet(state, event);
        const { result, shift_id, auto_closed_shift_id } = outcomeOfMark(events.at(-1)!)!;
        const expected = model.mark(point, type, minute);
        if (!ids.has(shift_id)) ids.set(shift_id, expected.shifts[0]!);
        seen.add(expected.closed === null ? result : 'auto_closed');
        expect(result).toBe(expected.result);
        expect(expected.shifts).toContain(ids.get(shift_id));
        expect(auto_closed_shift_id && ids.get(auto_closed_shift_id)).toBe(expected.closed);
      }
      const sheets = Object.entries(state?.points ?? {}).flatMap(([point, { pages }]) =>
        pages.flatMap(([, { shifts }]) => shifts.map((shift) => ({ point, ...shift }))),
      );
      const ours = sheets.map(({ point, shift_id, check_in, check_out, automatic_note }) => ({
        id: ids.get(shift_id)!,
        point,
        in: minutes(check_in),
        out: minutes(check_out),
        auto: automatic_note === 'auto_closed',
      }));
      expect(ours.toSorted((a, b) => a.id - b.id)).toEqual(model.shifts);
    }),
    { numRuns: effort({ short: 500, long: 5_000 }) },
  );
  expect([...seen].sort()).toEqual([
    ...['already_counted', 'auto_closed', 'check_out_without_shift', 'inside_shift'],
    ...['shift_already_open', 'shift_closed', 'shift_opened'],
  ]);
});

const ZERO = Date.parse(at(0));
const minutes = (time: number | null): number | null => (time === null ? null : (time - ZERO) / 60_000);
