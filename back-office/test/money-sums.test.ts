import { expect, test } from 'vitest';
import { dueOf } from '../src/pages/money/due.ts';
import { movementName } from '../src/pages/money/movement-name.ts';

test('what is due leaves out what was kept from wages for debts, whether a balance is kept or not', () => {
  const sums = { accrued_amount: 500_000, paid_amount: 200_000, debt_from_wages: 40_000 };
  expect(dueOf({ ...sums, balance_end: null })).toBe(260_000);
  expect(dueOf({ ...sums, balance_end: 310_000 })).toBe(310_000);
  // What the venue owed after a return, and added to wages.
  expect(dueOf({ ...sums, debt_from_wages: -40_000, balance_end: null })).toBe(340_000);
});

test.each([
  [{ payment_purpose_name: 'Ice', payment_category_id: 1, payment_type_name: 'Cash' }, 'Ice'],
  [{ payment_purpose_name: null, payment_category_id: 1, payment_type_name: 'Cash' }, 'expense'],
  [{ payment_purpose_name: null, payment_category_id: null, payment_type_name: null }, 'expense'],
  [{ payment_purpose_name: 'Ice', payment_category_id: 2, payment_type_name: 'Card' }, 'Ice (Card)'],
  [{ payment_purpose_name: null, payment_category_id: 5, payment_type_name: 'Click' }, 'expense (Click)'],
])('the report of a shift names what is in its drawer, and how the rest was paid: %o', (moved, name) => {
  expect(movementName({ operation: 'expense', ...moved }, (operation) => operation)).toBe(name);
});
