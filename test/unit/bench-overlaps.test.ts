import { expect, it } from 'vitest';
import { overlaps } from '../../bench/tail/overlaps.ts';

it('counts the time of a request in which a span was under way, once', () => {
  const spans = [
    { from: 0, to: 10 },
    { from: 5, to: 12 },
    { from: 20, to: 30 },
    { from: 90, to: 99 },
  ];
  expect(overlaps([{ from: 8, to: 25 }], spans)).toBe(4 + 5);
  expect(overlaps([{ from: 12, to: 20 }], spans)).toBe(0);
  expect(overlaps([{ from: 0, to: 100 }], spans)).toBe(12 + 10 + 9);
  expect(
    overlaps(
      [
        { from: 2, to: 3 },
        { from: 40, to: 50 },
      ],
      spans,
    ),
  ).toBe(0.5);
});
