import { expect, test } from 'vitest';
import { pointCommand } from '../../../src/brand-file/commands-of.ts';
import { exportBrand } from '../../../src/brand-file/export-brand.ts';
import { planBrand } from '../../../src/brand-file/plan.ts';
import { planLines } from '../../../src/brand-file/print-plan.ts';
import { readBrand } from '../../../src/brand-file/read-brand.ts';
import { NOTHING_THERE, type SpecialDayThere, type There } from '../../../src/brand-file/there.ts';

const closed = (date: string, reason: string): SpecialDayThere => ({
  date,
  is_open: false,
  open: null,
  close: null,
  reason,
});
const hours = (date: string, open: string, close: string): SpecialDayThere => ({
  date,
  is_open: true,
  open,
  close,
  reason: null,
});

/** Two points, at both ends of the day: when it is the 31st in Auckland, it is still the 30th in Honolulu. */
const THERE: There = {
  ...NOTHING_THERE,
  sections: {
    points: [
      { id: 'a', fields: { name: 'Auckland', timezone: 'Pacific/Auckland' } },
      { id: 'h', fields: { name: 'Honolulu', timezone: 'Pacific/Honolulu' } },
    ],
  },
  names: { points: new Map([['auckland', 'a'] as const, ['honolulu', 'h'] as const]) },
  specialDays: new Map([
    ['a', [closed('2026-12-30', 'Over'), closed('2026-12-31', 'Party'), hours('2027-01-02', '10:00', '15:00')]],
    ['h', [closed('2026-12-30', 'Inventory')]],
  ]),
  readAt: Date.parse('2026-12-30T20:00:00Z'),
};

const planOf = (text: string, prune = false) => {
  const { brand, problems } = readBrand(new TextEncoder().encode(text), 'b.yaml');
  expect(problems).toEqual([]);
  return planBrand(brand!, THERE, { prune });
};

test("special days that are to come follow the file; one that is over on the clock of its point is nobody's business", () => {
  const text = `special_days:
  auckland:
    2026-12-30: {open: 09:00, close: 12:00}
    2026-12-31: {reason: Party}
    2027-01-01: {reason: New Year}
    2027-01-02: {open: 10:00, close: 24:00, reason: Bazaar}
  honolulu:
    2026-12-30: {open: 09:00, close: 12:00}
`;
  const lines = [
    '~ special_days.auckland.2027-01-01: as its weekday -> closed ("New Year")',
    '~ special_days.auckland.2027-01-02: 10:00-15:00 -> 10:00-24:00 ("Bazaar")',
    '~ special_days.honolulu.2026-12-30: closed ("Inventory") -> 09:00-12:00',
  ];
  expect(planLines(planOf(text))).toEqual(lines);
});

test('a special day that the file does not have goes with --prune alone, at the points that it names', () => {
  const text = 'special_days:\n  auckland:\n    2026-12-31: {reason: Party}\n';
  expect(planLines(planOf(text))).toEqual([]);
  const plan = planOf(text, true);
  expect(planLines(plan)).toEqual(['~ special_days.auckland.2027-01-02: 10:00-15:00 -> as its weekday']);
  const ids = { points: new Map([['auckland', 'a']]) } as never;
  expect(plan.points.flatMap((step) => pointCommand(step, ids))).toEqual([
    { type: 'RemoveSpecialHours', fields: { point_id: 'a', date: '2027-01-02' } },
  ]);
});

test('an export has the special days that are to come', () => {
  expect(exportBrand(THERE).special_days).toEqual({
    auckland: { '2026-12-31': { reason: 'Party' }, '2027-01-02': { open: '10:00', close: '15:00' } },
    honolulu: { '2026-12-30': { reason: 'Inventory' } },
  });
});
