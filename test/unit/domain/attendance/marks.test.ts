import { describe, expect, it } from 'vitest';
import { openShiftOf } from '../../../../src/domain/attendance/state.ts';
import { at, CHORSU, given, history, markOf, ofPoint, outcomeOf, record, SERGELI } from './fixtures.ts';

const { employee_id, brand_id } = ofPoint();
const shift = (shift_id: number) => ({ employee_id, brand_id, point_id: CHORSU, shift_id });
const timezone = 'Asia/Tashkent';

describe('a check-in', () => {
  it('a check-in opens a shift', () => {
    given()
      .when(record('check_in', at(9), 1))
      .then({
        type: 'ShiftStarted',
        data: {
          ...shift(1),
          timezone,
          date: '2026-03-02',
          check_in: at(9),
          auto_closed_shift_id: null,
          mark: markOf('check_in', at(9)),
        },
      });
  });

  it('a check-in belongs to the business day of its point', () => {
    const early = { ...record('check_in', at(24 + 3, 59), 1), business_day_cutoff: '04:00' };
    const { events } = given().when(early).result();
    expect(events[0]?.data).toMatchObject({ date: '2026-03-02', check_in: '2026-03-02T22:59:00.000Z' });
  });

  it('a check-in changes nothing on a shift of at most 14 hours', () => {
    const opened = record('check_in', at(9), 1);
    for (const time of [at(9, 6), at(17), at(23)]) {
      expect(outcomeOf(opened, record('check_in', time, 2))).toEqual(['shift_already_open', 1]);
    }
    const mark = markOf('check_in', at(23));
    given(...history(opened))
      .when(record('check_in', at(23), 2))
      .then({ type: 'MarkDisregarded', data: { ...shift(1), timezone, result: 'shift_already_open', mark } });
  });

  it('a check-in ends a shift of more than 14 hours, and opens the next', () => {
    const mark = markOf('check_in', at(23, 1));
    given(...history(record('check_in', at(9), 1)))
      .when(record('check_in', at(23, 1), 2))
      .then(
        { type: 'ShiftAutoClosed', data: { ...shift(1), check_in: at(9), check_out: at(23, 1) } },
        {
          type: 'ShiftStarted',
          data: {
            ...shift(2),
            timezone,
            date: '2026-03-02',
            check_in: at(23, 1),
            auto_closed_shift_id: 1,
            mark,
          },
        },
      );
  });

  it('a check-in that comes late changes nothing up to 14 hours before a shift, and further back opens one of its own', () => {
    const opened = record('check_in', at(33), 1);
    expect(outcomeOf(opened, record('check_in', at(32, 54), 2))).toEqual(['shift_already_open', 1]);
    expect(outcomeOf(opened, record('check_in', at(19), 2))).toEqual(['shift_already_open', 1]);
    expect(outcomeOf(opened, record('check_in', at(18, 59), 2))).toEqual(['shift_opened', 2]);
  });
});

describe('a check-out', () => {
  it('a check-out ends the shift', () => {
    const mark = markOf('check_out', at(18));
    given(...history(record('check_in', at(9), 1)))
      .when(record('check_out', at(18), 2))
      .then({ type: 'ShiftEnded', data: { ...shift(1), timezone, check_in: at(9), check_out: at(18), mark } });
  });

  it('a check-out ends it however long it was', () => {
    expect(outcomeOf(record('check_in', at(9), 1), record('check_out', at(40), 2))).toEqual(['shift_closed', 1]);
  });

  it('a check-out ends the latest open shift that started before it', () => {
    const days = [record('check_in', at(24 + 9), 1), record('check_in', at(9), 2)];
    expect(outcomeOf(...days, record('check_out', at(18), 3))).toEqual(['shift_closed', 2]);
    expect(outcomeOf(...days, record('check_out', at(24 + 18), 3))).toEqual(['shift_closed', 1]);
    expect(outcomeOf(...days, record('check_out', at(8), 3))).toEqual(['check_out_without_shift', 3]);
  });

  it('a check-out at the very moment of the check-in has no shift before it', () => {
    expect(outcomeOf(record('check_in', at(9), 1), record('check_out', at(9), 2))).toEqual([
      'check_out_without_shift',
      2,
    ]);
  });

  it('a check-out without a shift is kept alone, and no check-in is ever paired with it', () => {
    const alone = record('check_out', at(18), 1);
    given()
      .when(alone)
      .then({
        type: 'CheckOutRecorded',
        data: { ...shift(1), timezone, date: '2026-03-02', check_out: at(18), mark: alone.mark },
      });
    expect(outcomeOf(alone, record('check_in', at(9), 2))).toEqual(['shift_opened', 2]);
    const late = [alone, record('check_in', at(9), 2)];
    expect(outcomeOf(...late, record('check_out', at(17), 3))).toEqual(['shift_closed', 2]);
  });
});

describe('the same mark', () => {
  const worked = [record('check_in', at(9), 1), record('check_out', at(18), 2)];

  it('the same mark within 5 minutes is counted already, both ends included', () => {
    for (const minutes of [-5, -1, 0, 5]) {
      expect(outcomeOf(worked[0]!, record('check_in', at(9, minutes), 3))).toEqual(['already_counted', 1]);
      expect(outcomeOf(...worked, record('check_out', at(18, minutes), 3))).toEqual(['already_counted', 1]);
    }
    expect(outcomeOf(worked[0]!, record('check_in', at(9, 6), 3))).toEqual(['shift_already_open', 1]);
    expect(outcomeOf(...worked, record('check_out', at(18, 6), 3))).toEqual(['check_out_without_shift', 3]);
    expect(outcomeOf(record('check_out', at(18), 1), record('check_out', at(18, 5), 3))).toEqual([
      'already_counted',
      1,
    ]);
  });

  it('the same mark is counted already whatever day it is near the end of, in UTC too', () => {
    // One of so many days begins a new page of the sheet.
    for (let day = 0; day < 32; day++) {
      const [before, after] = [at(24 * day + 5, -2), at(24 * day + 5, 2)];
      expect(outcomeOf(record('check_in', after, 1), record('check_in', before, 2))).toEqual(['already_counted', 1]);
      expect(outcomeOf(record('check_in', before, 1), record('check_in', after, 2))).toEqual(['already_counted', 1]);
      expect(outcomeOf(record('check_out', after, 1), record('check_out', before, 2))).toEqual(['already_counted', 1]);
      expect(outcomeOf(record('check_out', before, 1), record('check_out', after, 2))).toEqual(['already_counted', 1]);
    }
  });

  it('a mark is first checked for being the same as another, then for being inside a shift', () => {
    expect(outcomeOf(...worked, record('check_in', at(9, 3), 3))).toEqual(['already_counted', 1]);
  });

  it('a mark is not the same as one of the other kind', () => {
    expect(outcomeOf(worked[0]!, record('check_out', at(9, 2), 3))).toEqual(['shift_closed', 1]);
  });

  it('a mark is not the same as the end that the service wrote when it closed a shift', () => {
    const forgotten = [record('check_in', at(9), 1), record('check_in', at(33), 2)];
    expect(outcomeOf(...forgotten, record('check_out', at(33, 3), 3))).toEqual(['shift_closed', 2]);
  });

  it('a mark that was the same as another makes no later one the same', () => {
    const marks = [worked[0]!, record('check_in', at(9, 4), 2)];
    expect(outcomeOf(...marks, record('check_in', at(9, 8), 3))).toEqual(['shift_already_open', 1]);
    const out = [...worked, record('check_out', at(18, 4), 3)];
    expect(outcomeOf(...out, record('check_out', at(18, 8), 4))).toEqual(['check_out_without_shift', 4]);
  });

  it('a mark may be the same as one that changed nothing', () => {
    const late = [worked[0]!, record('check_in', at(23), 2)];
    for (const minutes of [-5, 1, 5]) {
      expect(outcomeOf(...late, record('check_in', at(23, minutes), 3))).toEqual(['already_counted', 1]);
    }
    expect(outcomeOf(...late, record('check_in', at(23, 6), 3))).toEqual(['shift_opened', 3, 1]);
    expect(outcomeOf(...late, record('check_out', at(23, 1), 3))).toEqual(['shift_closed', 1]);
    const inside = [...worked, record('check_in', at(17, 58), 3)];
    expect(outcomeOf(...inside, record('check_in', at(18, 2), 4))).toEqual(['already_counted', 1]);
  });

  it('a mark may be the same as one that changed nothing, for as long as marks may come late', () => {
    const days = [0, 40, 62].flatMap((day, index) => [
      record('check_in', at(24 * day + 9), 10 + index),
      record('check_in', at(24 * day + 23), 20 + index),
    ]);
    for (const [index, day] of [0, 40, 62].entries()) {
      expect(outcomeOf(...days, record('check_in', at(24 * day + 23, 1), 30))).toEqual(['already_counted', 10 + index]);
    }
    const { seen } = given(
      ...history(...days, record('check_in', at(24 * 80 + 9), 40), record('check_in', at(24 * 80 + 12), 41)),
    ).state()!.points[CHORSU]!;
    expect(seen).toHaveLength(3);
  });
});

describe('a mark inside a closed shift', () => {
  it('a mark inside a closed shift changes nothing, ends included, but for a check-in at its end', () => {
    const worked = [record('check_in', at(9), 1), record('check_out', at(18), 2)];
    for (const time of [at(9, 6), at(12), at(17, 59)]) {
      expect(outcomeOf(...worked, record('check_in', time, 3))).toEqual(['inside_shift', 1]);
    }
    for (const time of [at(9), at(12), at(17, 54)]) {
      expect(outcomeOf(...worked, record('check_out', time, 3))).toEqual(['inside_shift', 1]);
    }
    const forgotten = [record('check_in', at(9), 1), record('check_in', at(33), 2)];
    expect(outcomeOf(...forgotten, record('check_out', at(33), 3))).toEqual(['inside_shift', 1]);
    for (const minutes of [0, 1]) {
      expect(outcomeOf(...worked, record('check_in', at(18, minutes), 3))).toEqual(['shift_opened', 3]);
    }
  });

  it('a mark inside a closed shift changes nothing, also if that was closed automatically, or weeks long', () => {
    const forgotten = [record('check_in', at(9), 1), record('check_in', at(40 * 24), 2)];
    expect(outcomeOf(...forgotten, record('check_out', at(20 * 24), 3))).toEqual(['inside_shift', 1]);
  });
});

describe('points', () => {
  it('the sheets of two points never mix', () => {
    const here = record('check_in', at(9), 1);
    expect(outcomeOf(here, record('check_in', at(9), 2, SERGELI))).toEqual(['shift_opened', 2]);
    expect(outcomeOf(here, record('check_out', at(18), 2, SERGELI))).toEqual(['check_out_without_shift', 2]);
    const both = [here, record('check_in', at(24 + 9), 2, SERGELI)];
    expect(outcomeOf(...both, record('check_out', at(24 + 18), 3))).toEqual(['shift_closed', 1]);
  });

  it('an employee with several open shifts is on the one that began last', () => {
    const on = (...marks: Parameters<typeof history>) => openShiftOf(given(...history(...marks)).state())?.shift_id;
    const days = [record('check_in', at(24 + 9), 1), record('check_in', at(9), 2)];
    expect(on(...days)).toBe(1);
    expect(on(...days, record('check_in', at(24 + 10), 3, SERGELI))).toBe(3);
    expect(on(...days, record('check_in', at(24 + 8), 3, SERGELI))).toBe(1);
    expect(on(...days, record('check_out', at(24 + 18), 3))).toBe(2);
  });
});
