import { expect, test } from 'vitest';
import { changePayload, parseChanges } from '../../../../src/projections/reading/change.ts';

/** Postgres refuses longer ones: the commit that tells of the change would fail with it. */
const LONGEST = 7_999;

const brand = (index: number) => `0197f000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const changeOf = (brands: readonly string[]) => ({ projections: ['venue'], position: 7, brands });

test('a change tells of its brands; of more than a notification holds, that it may be any', () => {
  const few = changeOf([brand(1), brand(2)]);
  const told = { projection: 'venue', position: 7, brands: few.brands };
  expect(parseChanges(changePayload(few))).toEqual([told]);
  const many = changePayload(changeOf(Array.from({ length: 400 }, (_, index) => brand(index))));
  expect(parseChanges(many)).toEqual([{ ...told, brands: null }]);
});

test('one notification tells of all read models that a batch does not concern', () => {
  const payload = changePayload({ projections: ['venue', 'orders'], position: 7, brands: [] });
  expect(parseChanges(payload)).toEqual([
    { projection: 'venue', position: 7, brands: [] },
    { projection: 'orders', position: 7, brands: [] },
  ]);
});

test('no change is longer than a notification may be, however many brands', () => {
  for (let count = 150; count < 420; count++) {
    const payload = changePayload(changeOf(Array.from({ length: count }, (_, index) => brand(index))));
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(LONGEST);
  }
});
