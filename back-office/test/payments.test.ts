import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueOf, paymentBefore, paymentsOf, type Row } from '../src/parts/payments.ts';

const TYPES = [
  { id: 7, category_id: 1 },
  { id: 8, category_id: 2 },
];
const UNIT = 100;

test('more cash than is due is given back, and told as tendered', () => {
  const rows: Row[] = [{ key: 0, amount: 1_000 }];
  expect(dueOf(rows, 84_050, TYPES, UNIT)).toEqual({ missing: -15_950, change: 15_950 });
  expect(paymentsOf(rows, 84_050, TYPES, UNIT)).toEqual([{ payment_type_id: 7, amount: 84_050, tendered: 100_000 }]);
});

test('a card pays no change: what is too much is left to the server to refuse', () => {
  const rows: Row[] = [{ key: 0, type: '8', amount: 1_000 }];
  expect(dueOf(rows, 84_050, TYPES, UNIT).change).toBe(0);
  expect(paymentsOf(rows, 84_050, TYPES, UNIT)).toEqual([{ payment_type_id: 8, amount: 100_000 }]);
});

test('what came online is told at the closing, by the type of the order or by the first that is online', () => {
  const types = [...TYPES, { id: 9, category_id: 5 }, { id: 10, category_id: 5 }];
  expect(paymentBefore(50_000, 10, types)).toEqual([{ payment_type_id: 10, amount: 50_000 }]);
  expect(paymentBefore(50_000, 7, types)).toEqual([{ payment_type_id: 9, amount: 50_000 }]);
  expect(paymentBefore(0, 10, types)).toEqual([]);
  expect(paymentBefore(50_000, 10, TYPES)).toEqual([]);
});

test('parts that together are what is due, or more of it in cash, pay exactly what is due', () => {
  const part = fc.record({
    type: fc.constantFrom(undefined, '7', '8'),
    amount: fc.integer({ min: 0, max: 100_000_00 }).map((minor) => minor / UNIT),
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), fc.nat(100_000), (parts, over) => {
      const rows = parts.map((given, key): Row => ({ key, ...given }) as Row);
      const given = parts.reduce((sum, { amount }) => sum + Math.round(amount * UNIT), 0);
      const cash = parts
        .filter(({ type }) => type !== '8')
        .reduce((sum, { amount }) => sum + Math.round(amount * UNIT), 0);
      const remainder = given - Math.min(over, cash);
      const payments = paymentsOf(rows, remainder, TYPES, UNIT);
      expect(payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(remainder);
      expect(payments.every(({ amount }) => amount > 0)).toBe(true);
    }),
  );
});
