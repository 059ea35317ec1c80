import { describe, expect, it } from 'vitest';
import type { TimesheetCommand } from '../../../../src/domain/attendance/commands.ts';
import { at, brand_id, given, history, ofPoint, outcomeOf, record } from './fixtures.ts';

const add = (check_in: string, check_out: string | null, shift_id = 1) =>
  ({ type: 'AddShift', ...ofPoint(), shift_id, check_in, check_out }) satisfies TimesheetCommand;

const edit = (
  shift_id: number,
  changes: { check_in?: string; check_out?: string | null; note?: string | null },
): TimesheetCommand => {
  const { check_in, check_out, note } = changes;
  return { type: 'EditShift', ...ofPoint(), shift_id, check_in, check_out, note };
};
const remove = (shift_id: number): TimesheetCommand => ({ type: 'DeleteShift', brand_id, shift_id });

const { employee_id, point_id, timezone } = ofPoint();
const shift = { employee_id, brand_id, point_id, shift_id: 1 };
const manual = { source: 'manual' as const, automatic_note: null };
const byMarks = { source: 'cashbox' as const, automatic_note: null };

describe('a shift entered by hand', () => {
  it('a shift entered by hand is on the sheet like any other', () => {
    const content = { date: '2026-03-02', check_in: at(9), check_out: at(18), ...manual };
    given()
      .when(add(at(9), at(18)))
      .then({ type: 'ShiftAdded', data: { ...shift, timezone, ...content, personal: { employee_id, note: null } } });
    expect(outcomeOf(add(at(9), at(18)), record('check_in', at(12), 2))).toEqual(['inside_shift', 1]);
    expect(outcomeOf(add(at(9), null), record('check_out', at(18), 2))).toEqual(['shift_closed', 1]);
    expect(outcomeOf(add(at(9), at(18)), record('check_out', at(18, 4), 2))).toEqual(['already_counted', 1]);
  });

  it('a shift entered by hand is added once', () => {
    given(...history(add(at(9), null)))
      .when(add(at(9), null))
      .thenNothing();
  });
});

describe('a correction', () => {
  const worked = history(record('check_in', at(9), 1), record('check_out', at(18), 2));

  it('a correction says what the shift was', () => {
    const before = { date: '2026-03-02', check_in: at(9), check_out: at(18), ...byMarks };
    const content = { date: '2026-03-01', check_in: at(-2), check_out: at(18), ...manual };
    const personal = { employee_id, note: 'Night delivery', note_before: null };
    given(...worked)
      .when(edit(1, { check_in: at(-2), note: 'Night delivery' }))
      .then({ type: 'ShiftCorrected', data: { ...shift, timezone, ...content, before, personal } });
  });

  it('a correction keeps the business day and the zone that were stamped, until it moves the start', () => {
    const early = history(record('check_in', at(2), 1), record('check_out', at(9), 2));
    const corrected = (changes: Parameters<typeof edit>[1], events = early) => {
      const { data } = given(...events)
        .when({ ...edit(1, changes), business_day_cutoff: '04:00', timezone: 'Europe/Istanbul' } as TimesheetCommand)
        .result().events[0]!;
      return data;
    };
    for (const changes of [{ note: 'Late bus' }, { check_out: at(10) }, { check_in: at(2), check_out: null }]) {
      expect(corrected(changes)).toMatchObject({ date: '2026-03-02', timezone });
    }
    expect(corrected({ check_in: at(3) })).toMatchObject({ date: '2026-03-01', timezone });
    const alone = history(record('check_out', at(2), 1));
    expect(corrected({ note: 'Forgot' }, alone)).toMatchObject({ date: '2026-03-02', timezone });
    expect(corrected({ check_out: at(3) }, alone)).toMatchObject({ date: '2026-03-01', timezone });
  });

  it('a correction that changes nothing records nothing', () => {
    for (const changes of [{}, { check_in: at(9) }, { check_out: at(18), note: null }]) {
      given(...worked)
        .when(edit(1, changes))
        .thenNothing();
    }
  });

  it('a correction moves the shift on the sheet, however far', () => {
    const moved = history(
      record('check_in', at(9), 1),
      record('check_out', at(18), 2),
      edit(1, { check_in: at(9 - 40 * 24), check_out: at(18 - 40 * 24) }),
    );
    given(...moved).state();
    const { events } = given(...moved)
      .when(record('check_in', at(12), 3))
      .result();
    expect(events[0]).toMatchObject({ type: 'ShiftStarted' });
    const { events: inside } = given(...moved)
      .when(record('check_in', at(12 - 40 * 24), 3))
      .result();
    expect(inside[0]).toMatchObject({ type: 'MarkDisregarded', data: { result: 'inside_shift', shift_id: 1 } });
  });

  it('a correction of the times forgets the marks that changed nothing before, one of the note alone does not', () => {
    const marks = [record('check_in', at(9), 1), record('check_in', at(23), 2)];
    const next = record('check_in', at(23, 1), 3);
    expect(outcomeOf(...marks, edit(1, { note: 'Alone' }), next)).toEqual(['already_counted', 1]);
    expect(outcomeOf(...marks, edit(1, { check_out: at(18) }), next)).toEqual(['shift_opened', 3]);
    expect(outcomeOf(...marks, remove(1), next)).toEqual(['shift_opened', 3]);
  });

  it('a correction opens a shift again', () => {
    const reopened = history(
      record('check_in', at(9), 1),
      record('check_out', at(18), 2),
      edit(1, { check_out: null }),
    );
    const { events } = given(...reopened)
      .when(record('check_out', at(19), 3))
      .result();
    expect(events[0]).toMatchObject({ type: 'ShiftEnded', data: { shift_id: 1, check_in: at(9) } });
  });

  it('a correction takes the note of the service away when it says what was missing', () => {
    const forgotten = history(record('check_in', at(9), 1), record('check_in', at(33), 2));
    const note = (changes: Parameters<typeof edit>[1], events = forgotten) =>
      given(...events)
        .when(edit(1, changes))
        .result().events[0]?.data;
    expect(note({ check_out: at(18) })).toMatchObject({ automatic_note: null });
    expect(note({ check_in: at(8) })).toMatchObject({ automatic_note: 'auto_closed' });
    const alone = history(record('check_out', at(18), 1));
    expect(note({ check_in: at(9) }, alone)).toMatchObject({ automatic_note: null, check_out: at(18) });
    expect(note({ note: 'Forgot' }, alone)).toMatchObject({ automatic_note: 'check_out_without_check_in' });
  });

  it('a correction leaves something of the shift', () => {
    given(...history(record('check_out', at(18), 1)))
      .when(edit(1, { check_out: null }))
      .thenRefused('invalid', 'field_required', { field: 'check_out' });
  });

  it('a correction needs a shift, of this brand', () => {
    given(...worked)
      .when(edit(2, { check_in: at(8) }))
      .thenRefused('not_found', 'attendance_shift_not_found');
    given().when(edit(1, {})).thenRefused('not_found', 'attendance_shift_not_found');
    given(...worked)
      .when({ ...edit(1, { check_in: at(8) }), brand_id: '11d1c0de-0000-4000-8000-000000000001' } as TimesheetCommand)
      .thenRefused('not_found', 'attendance_shift_not_found');
  });
});

describe('a shift that is deleted', () => {
  const worked = history(record('check_in', at(9), 1), record('check_out', at(18), 2));

  it('a shift that is deleted is off the sheet, and told in the history', () => {
    const before = { date: '2026-03-02', check_in: at(9), check_out: at(18), ...byMarks };
    given(...worked)
      .when(remove(1))
      .then({ type: 'ShiftRemoved', data: { ...shift, before, personal: { employee_id, note_before: null } } });
    const gone = [record('check_in', at(9), 1), remove(1)];
    expect(outcomeOf(...gone, record('check_in', at(9, 3), 3))).toEqual(['shift_opened', 3]);
    expect(outcomeOf(...gone, record('check_out', at(18), 3))).toEqual(['check_out_without_shift', 3]);
  });

  it('a shift that is deleted is deleted once', () => {
    given(...worked, ...history(record('check_in', at(9), 1), remove(1)).slice(1))
      .when(remove(1))
      .thenRefused('not_found', 'attendance_shift_not_found');
  });
});
