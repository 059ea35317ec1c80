import { expect, test } from 'vitest';
import { firstPosition } from '../../../../src/processes/engine/first-position.ts';

test('the first of any number of positions is found, also of more than a call takes as arguments', () => {
  const many = Array.from({ length: 300_000 }, (_, index) => ({ position: 300_005 - index }));
  expect(() => Math.min(...many.map(({ position }) => position))).toThrow(RangeError);
  expect(firstPosition(many)).toBe(6);
  expect(firstPosition([])).toBeUndefined();
});
