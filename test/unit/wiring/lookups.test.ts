import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { Unavailable } from '../../../src/commands/loop/unavailable.ts';
import { foundReservation } from '../../../src/commands/reservations/reservation-lookups.ts';
import type { PointViews } from '../../../src/projections/menu/point-views.ts';
import { createWaits } from '../../../src/projections/reading/waits.ts';
import { createLookups } from '../../../src/wiring/lookups.ts';

const BRAND = 'brand-1';

/** What the read model finds, before and after somebody has waited for it. */
let before: readonly object[];
let after: readonly object[];
let hasWaited: boolean;

beforeEach(() => {
  before = [];
  hasWaited = false;
});

const answer = () => {
  const rows = hasWaited ? after : before;
  return { rows, rowCount: rows.length };
};
const wait = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve));
  hasWaited = true;
};
const waits = createWaits(
  { head: async () => 9 },
  { position: () => 0, waitFor: async () => wait().then(() => false) },
);
const pool = { query: async () => answer() } as unknown as pg.Pool;
const lookups = createLookups({ store: { readAt: async () => [] }, pool, points: {} as PointViews, waits });

const NOBODY = { name: null, phone: null, comment: null, cancel_reason: null };
const aPoint = { point_id: 'point-1' };
const employee = (employee_id: number) => ({ employee_id, point_id: null, standing: 'active' });

test.each([
  ['a shift', () => lookups.pointOfShift(BRAND, 7), aPoint, 'point-1'],
  ['a zone', () => lookups.pointOfZone(BRAND, 7), aPoint, 'point-1'],
  [
    'a reservation',
    () => lookups.reservation(BRAND, 'r'),
    { reservation: { ...aPoint, personal: { client_id: null } }, personal: { name: 'Ann' } },
    { reservation: { ...aPoint, personal: { client_id: null, ...NOBODY, name: 'Ann' } }, isLatest: false },
  ],
  ['a table', () => lookups.isTableOfBrand(BRAND, 7), {}, true],
])('%s of a moment ago is found: the look-up waits for what is not shown yet', async (_, look, row, found) => {
  after = [row];
  expect(await look()).toEqual(found);
});

test('a look-up of staff waits as long as one of them is not known', async () => {
  before = [employee(1)];
  after = [employee(1), employee(2)];
  expect([...(await lookups.employees(BRAND, [1, 2])).keys()]).toEqual([1, 2]);
});

test('a look-up of something that is shown is answered at once', async () => {
  before = [aPoint];
  expect(await lookups.pointOfShift(BRAND, 7)).toBe('point-1');
  before = [employee(1)];
  await lookups.employees(BRAND, [1]);
  expect(hasWaited).toBe(false);
});

test('a reservation is not said to be missing while the read model is behind', async () => {
  after = [];
  expect(await lookups.reservation(BRAND, 'r')).toEqual({ reservation: undefined, isLatest: false });
  const shown = await lookups.reservation(BRAND, 'r');
  expect(() => foundReservation(shown)).toThrow(Unavailable);
});

test('what should be handed over, or is on an account, is not told while a read model is behind', async () => {
  after = [aPoint];
  await expect(lookups.expectedHandOver(BRAND, 7)).rejects.toThrow(Unavailable);
  await expect(lookups.accountBalance(BRAND, 5)).rejects.toThrow(Unavailable);
});

test('where a movement was recorded is told at once when it is shown, and never denied while the read model is behind', async () => {
  const place = { stream: 'till', stream_id: 'point-1', point_id: 'point-1' };
  before = [place];
  expect(await lookups.movementPlace(BRAND, 7)).toEqual(place);
  before = [];
  await expect(lookups.movementPlace(BRAND, 7)).rejects.toThrow(Unavailable);
});
