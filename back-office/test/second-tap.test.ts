import { expect, test } from 'vitest';
import { createTapWatch } from '../src/parts/second-tap.ts';

const START = { name: 'start' };
const tap = (timeStamp: number, more: object = {}) => ({
  timeStamp,
  clientX: 200,
  clientY: 600,
  detail: 1,
  currentTarget: START,
  ...more,
});

test('the second half of a double tap repeats the first, whatever stands there by then', () => {
  const repeats = createTapWatch();
  const taps = [tap(1_000), tap(1_180, { clientX: 209, detail: 2, currentTarget: { name: 'next order' } })];
  expect(taps.map(repeats)).toEqual([false, true]);
});

test('a later tap, and one at another place, count', () => {
  const repeats = createTapWatch();
  expect([tap(1_000), tap(1_500), tap(1_600, { clientX: 500 })].map(repeats)).toEqual([false, false, false]);
});

test('who drums on a button takes its step now and then', () => {
  const repeats = createTapWatch();
  const drummed = [0, 150, 300, 450, 600].map((ms) => repeats(tap(ms)));
  expect(drummed).toEqual([false, true, true, false, true]);
});

test('a key that is held presses its button once; at another button it counts', () => {
  const repeats = createTapWatch();
  const key = { detail: 0, clientX: 0, clientY: 0 };
  expect([tap(0, key), tap(40, key), tap(80, { ...key, currentTarget: {} })].map(repeats)).toEqual([
    false,
    true,
    false,
  ]);
});
