import { expect, test } from 'vitest';
import { changesOf, piecesOf } from '../src/pages/menu/windows.ts';

test('a window stands on the axis of its days, and one past midnight goes on in the next day', () => {
  expect(piecesOf({ days: [1, 7], from: '12:00', to: '18:00' })).toEqual([
    { day: 1, start: 0.5, end: 0.75 },
    { day: 7, start: 0.5, end: 0.75 },
  ]);
  expect(piecesOf({ days: [7], from: '18:00', to: '06:00' })).toEqual([
    { day: 7, start: 0.75, end: 1 },
    { day: 1, start: 0, end: 0.25 },
  ]);
  expect(piecesOf({ days: [3], from: '18:00', to: '24:00' })).toEqual([{ day: 3, start: 0.75, end: 1 }]);
  expect(piecesOf({ days: [3], from: '18:00', to: '00:00' })).toEqual([{ day: 3, start: 0.75, end: 1 }]);
});

const LUNCH = { days: [1, 2], from: '12:00', to: '15:00' };
const LATE = { days: [5], from: '22:00', to: '02:00' };

test('only what differs is set, and what is gone is removed', () => {
  const before = [
    { price: 100, window: null },
    { price: 80, window: LUNCH },
    { price: 70, window: LATE },
  ];
  const windows = [
    { ...LUNCH, price: 80 },
    { ...LATE, price: 70 },
  ];
  expect(changesOf(5, before, { price: 100, windows })).toEqual([]);
  expect(changesOf(5, before, { price: undefined, windows: [{ ...LUNCH, price: 90 }] })).toEqual([
    { product_id: 5, price: null },
    { product_id: 5, price: null, window: LATE },
    { product_id: 5, price: 90, window: LUNCH },
  ]);
  expect(changesOf(5, [], { price: undefined, windows: [] })).toEqual([]);
});
