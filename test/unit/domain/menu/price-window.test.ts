import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOn, priceAt } from '../../../../src/domain/menu/point-menu/price-window.ts';

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const DAY = 24 * 60;
const day = fc.integer({ min: 1, max: 7 });
const minute = fc.integer({ min: 0, max: DAY - 1 });
/** Beginning, and length of at most a day. */
const span = fc
  .record({ days: fc.uniqueArray(day, { minLength: 1 }), from: minute, to: fc.integer({ min: 0, max: DAY }) })
  .filter(({ from, to }) => from !== to);

describe('a window', () => {
  it('a window holds from its first minute until just before its end', () => {
    const lunch = { days: [3], from: '12:00', to: '15:00' };
    expect(['11:59', '12:00', '14:59', '15:00'].map((time) => isOn(lunch, 3, time))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isOn(lunch, 4, '12:00')).toBe(false);
  });

  it('a window past midnight belongs to the day it began on, Sunday night to Monday too', () => {
    const night = { days: [7], from: '22:00', to: '02:00' };
    expect(isOn(night, 7, '23:00')).toBe(true);
    expect(isOn(night, 1, '01:59')).toBe(true);
    expect(isOn(night, 1, '02:00')).toBe(false);
    expect(isOn(night, 7, '01:00')).toBe(false);
    expect(isOn(night, 1, '23:00')).toBe(false);
  });

  it('a window until 24:00 is the same as until 00:00', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(day),
        minute.filter((from) => from > 0),
        day,
        minute,
        (days, from, today, now) => {
          const window = { days, from: clock(from), to: '24:00' };
          assert.equal(isOn(window, today, clock(now)), isOn({ ...window, to: '00:00' }, today, clock(now)));
        },
      ),
    );
  });

  it('a window is on for exactly the minutes of the week between its beginnings and their ends', () => {
    fc.assert(
      fc.property(span, day, minute, ({ days, from, to }, today, now) => {
        const length = to > from ? to - from : to + DAY - from;
        const sinceBegin = (began: number): number =>
          (((today - began + 7) % 7) * DAY + now - from + 7 * DAY) % (7 * DAY);
        const expected = days.some((began) => sinceBegin(began) < length);
        assert.equal(isOn({ days, from: clock(from), to: clock(to) }, today, clock(now)), expected);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the price at a moment', () => {
  const always = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' };

  it('the price at a moment is that of the window defined last', () => {
    const windows = [
      { ...always, price: 10 },
      { ...always, from: '10:00', price: 20 },
    ];
    expect(priceAt({ price: 5, windows }, 1, '11:00')).toBe(20);
    expect(priceAt({ price: 5, windows }, 1, '09:00')).toBe(10);
    expect(priceAt({ price: 5, windows: windows.toReversed() }, 1, '11:00')).toBe(10);
  });

  it('the price at a moment may be 0', () =>
    expect(priceAt({ price: 5, windows: [{ ...always, price: 0 }] }, 1, '11:00')).toBe(0));

  it('the price at a moment is the point’s own where no window is on, or none', () => {
    const windows = [{ days: [2], from: '10:00', to: '11:00', price: 20 }];
    expect(priceAt({ price: 5, windows }, 1, '10:30')).toBe(5);
    expect(priceAt({ price: null, windows }, 1, '10:30')).toBeNull();
  });

  it('the price at a moment is that of a week painted minute by minute, window after window', () => {
    const window = fc.tuple(span, fc.nat());
    fc.assert(
      fc.property(fc.array(window, { maxLength: 6 }), fc.option(fc.nat()), (painted, price) => {
        const week = new Array<number | null>(7 * DAY).fill(price);
        for (const [{ days, from, to }, windowPrice] of painted) {
          for (const began of days) {
            for (let now = from; now !== to && now - DAY !== to; now += 1) {
              week[((began - 1) * DAY + now) % (7 * DAY)] = windowPrice;
            }
          }
        }
        const windows = painted.map(([{ days, from, to }, windowPrice]) => ({
          days,
          from: clock(from),
          to: clock(to),
          price: windowPrice,
        }));
        const priced = week.map((_, at) => priceAt({ price, windows }, Math.floor(at / DAY) + 1, clock(at % DAY)));
        assert.deepEqual(priced, week);
      }),
      { numRuns: 50 },
    );
  });
});
