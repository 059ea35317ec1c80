import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimesheetCommand } from '../../../../src/domain/attendance/commands.ts';
import { timesheetDecider } from '../../../../src/domain/attendance/decide.ts';
import type { MarkType, TimesheetEvent } from '../../../../src/domain/attendance/events.ts';
import type { SheetShift } from '../../../../src/domain/attendance/sheet.ts';
import { evolveTimesheet, sheetOf, type TimesheetState } from '../../../../src/domain/attendance/state.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';
import { effort } from '../../../support/effort.ts';
import { at, brand_id, CHORSU, given, history, ofPoint, record, SERGELI } from './fixtures.ts';

const add = (shift_id: number, check_in: string, check_out: string | null, point_id = CHORSU) =>
  ({ type: 'AddShift', ...ofPoint(point_id), shift_id, check_in, check_out }) satisfies TimesheetCommand;

const edit = (
  shift_id: number,
  { check_in, check_out, note }: { check_in?: string; check_out?: string | null; note?: string },
  point_id = CHORSU,
): TimesheetCommand => ({ type: 'EditShift', ...ofPoint(point_id), shift_id, check_in, check_out, note });

const taken = (events: readonly TimesheetEvent[], command: TimesheetCommand) => {
  try {
    given(...events)
      .when(command)
      .result();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'attendance_shifts_overlap') throw error;
    expect(error.kind).toBe('conflict');
    return error.more.overlaps_with;
  }
};
const nine_to_five = { shift_id: 1, point_id: CHORSU, check_in: at(9), check_out: at(17) };

describe('shifts of one employee at one point', () => {
  const worked = history(record('check_in', at(9), 1), record('check_out', at(17), 2));

  it('a shift that is entered takes no time of another one, which the refusal names', () => {
    for (const [from, to] of [
      [at(9), at(17)],
      [at(12), at(14)],
      [at(8), at(9, 1)],
      [at(16, 59), at(18)],
      [at(8), at(18)],
      [at(16), null],
      [at(8), null],
    ] as const) {
      expect(taken(worked, add(3, from, to)), `${from} to ${to}`).toEqual(nine_to_five);
    }
  });

  it('a shift may begin when another one ends, and be at the same time at another point', () => {
    for (const command of [
      add(3, at(17), at(18)),
      add(3, at(8), at(9)),
      add(3, at(17), null),
      add(3, at(9), at(17), SERGELI),
      // Nobody counts these.
      add(3, at(12), at(12)),
      add(3, at(12), at(10)),
    ]) {
      expect(taken(worked, command)).toBeNull();
    }
  });

  it('one shift is open at a time', () => {
    const open = history(record('check_in', at(9), 1));
    const conflict = { ...nine_to_five, check_out: null };
    for (const command of [add(2, at(12), null), add(2, at(8), null), add(2, at(12), at(14))]) {
      expect(taken(open, command)).toEqual(conflict);
    }
    expect(taken(open, add(2, at(7), at(9)))).toBeNull();
    const over = history(record('check_in', at(9), 1), record('check_out', at(17), 2), add(3, at(20), null));
    expect(taken(over, edit(1, { check_out: null }))).toMatchObject({ shift_id: 3, check_out: null });
  });

  it('a correction takes no time of another shift', () => {
    const two = history(...[add(1, at(9), at(17)), add(2, at(18), at(20))]);
    expect(taken(two, edit(2, { check_in: at(16) }))).toEqual(nine_to_five);
    expect(taken(two, edit(1, { check_out: at(19) }))).toMatchObject({ shift_id: 2 });
    expect(taken(two, edit(2, { check_in: at(17) }))).toBeNull();
    const alone = history(add(1, at(9), at(17)), record('check_out', at(18), 2));
    expect(taken(alone, edit(2, { check_in: at(16) }))).toEqual(nine_to_five);
  });

  it('shifts that overlap already are corrected one by one', () => {
    // Each was recorded without the others, as no command does.
    const [first, second, third] = [1, 2, 3].flatMap((shift_id) => history(add(shift_id, at(9), at(17))));
    const old = [first!, second!, third!];
    for (const changes of [{ note: 'Twice' }, { check_out: at(12) }, { check_in: at(17), check_out: at(18) }]) {
      expect(taken(old, edit(2, changes)), JSON.stringify(changes)).toBeNull();
    }
    expect(taken(old, edit(2, { check_out: at(18) }))).toBeNull();
    expect(taken([...old, ...history(add(4, at(17), at(20)))], edit(2, { check_out: at(18) }))).toMatchObject({
      shift_id: 4,
    });
    expect(taken(old, { type: 'DeleteShift', brand_id, shift_id: 3 })).toBeNull();
  });
});

describe('whatever is entered and marked in whatever order', () => {
  const minute = fc.integer({ min: 0, max: 4 * 24 * 12 }).map((step) => step * 5);
  const point = fc.constantFrom(CHORSU, CHORSU, SERGELI);
  const step = fc.record({
    kind: fc.constantFrom('mark', 'add', 'add', 'edit', 'delete'),
    point,
    from: minute,
    length: fc.option(fc.integer({ min: -2, max: 12 * 12 }).map((part) => part * 5)),
    type: fc.constantFrom<MarkType>('check_in', 'check_out'),
    which: fc.nat({ max: 20 }),
  });

  it('only late marks let shifts of a point overlap: what is entered by hand never adds to it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, byHandAlone) => {
        let state: TimesheetState = null;
        steps.forEach(({ kind, point, from, length, type, which }, index) => {
          const [start, end] = [at(0, from), length === null ? null : at(0, from + length)];
          const shifts = allShifts(state);
          const chosen = shifts[which % (shifts.length || 1)];
          let command: TimesheetCommand = add(index, start, end, point);
          if (kind === 'mark' && !byHandAlone) command = record(type, start, index, point);
          if (chosen && kind === 'edit')
            command = edit(chosen.shift_id, { check_in: start, check_out: end }, chosen.point);
          if (chosen && kind === 'delete') command = { type: 'DeleteShift', brand_id, shift_id: chosen.shift_id };
          const before = twice(state);
          try {
            state = timesheetDecider.decide(state, command).reduce(evolveTimesheet, state);
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            return;
          }
          if (command.type !== 'RecordMark') expect(twice(state)).toBeLessThanOrEqual(before);
          if (!byHandAlone) return;
          expect(twice(state)).toBe(0);
          for (const place of [CHORSU, SERGELI]) expect(sheetOf(state, place).open.length).toBeLessThanOrEqual(1);
        });
      }),
      { numRuns: effort({ short: 300, long: 5_000 }) },
    );
  });

  const allShifts = (state: TimesheetState): (SheetShift & { readonly point: string })[] =>
    Object.entries(state?.points ?? {}).flatMap(([point, { pages }]) =>
      pages.flatMap(([, { shifts }]) => shifts.map((shift) => ({ point, ...shift }))),
    );

  /** How long shifts of a point take the same time, in milliseconds. */
  const twice = (state: TimesheetState): number => {
    let [sum, point, until] = [0, '', 0];
    const shifts = allShifts(state).filter(({ check_in }) => check_in !== null);
    for (const shift of shifts.toSorted(
      (one, other) => one.point.localeCompare(other.point) || one.check_in! - other.check_in!,
    )) {
      const [from, to] = [shift.check_in!, shift.check_out ?? LAST];
      if (shift.point !== point) [point, until] = [shift.point, 0];
      sum += Math.max(0, Math.min(to, until) - from);
      until = Math.max(until, to);
    }
    return sum;
  };
  const LAST = Date.parse(at(0, 5 * 24 * 60));
});
