import { describe, expect, it } from 'vitest';
import { clockAt, type DatedClock, dayAt, withClock } from '../../../../src/domain/points/clocks.ts';

const timezone = 'Asia/Tashkent';
const clockFrom = (since: string, business_day_cutoff: string): DatedClock => ({
  since,
  timezone,
  business_day_cutoff,
});
const pointWith = (...clocks: DatedClock[]) => ({
  ...clocks.at(-1)!,
  clocks: clocks.reduce<readonly DatedClock[]>(withClock, []),
});

describe('the clocks that a point has had', () => {
  const point = pointWith(
    clockFrom('2026-03-01T00:00:00.000Z', '00:00'),
    clockFrom('2026-03-02T00:00:00.000Z', '00:00'),
    clockFrom('2026-03-03T00:00:00.000Z', '05:00'),
  );

  it('keeps a clock once while it stays the same', () => {
    expect(point.clocks.map(({ since }) => since)).toEqual(['2026-03-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z']);
  });

  it.each([
    ['at the instant of the change, by the new one', '2026-03-03T00:00:00.000Z', '05:00'],
    ['a moment before, by the old one', '2026-03-02T23:59:59.999Z', '00:00'],
    ['before the point was defined, by that of now', '2026-02-01T00:00:00.000Z', '05:00'],
  ])('judges an instant %s', (_, at, business_day_cutoff) => {
    expect(clockAt(point, at)).toMatchObject({ business_day_cutoff });
  });

  it('stamps the business day of then', () => {
    // Half past three in the night of the 3rd and of the 4th.
    expect(dayAt(point, '2026-03-02T22:30:00.000Z')).toEqual({ timezone, business_date: '2026-03-03' });
    expect(dayAt(point, '2026-03-03T22:30:00.000Z')).toEqual({ timezone, business_date: '2026-03-03' });
  });

  it('a definition that was recorded late counts from when it happened', () => {
    const late = pointWith(...point.clocks, clockFrom('2026-03-02T12:00:00.000Z', '03:00'));
    expect(late.clocks.map(({ business_day_cutoff }) => business_day_cutoff)).toEqual(['00:00', '03:00']);
  });

  it('keeps the last hundred changes', () => {
    const changes = Array.from({ length: 150 }, (_, index) =>
      clockFrom(new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString(), index % 2 ? '00:00' : '05:00'),
    );
    expect(pointWith(...changes).clocks).toEqual(changes.slice(-100));
  });
});
