import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueOf, firstRows, paymentBefore, paymentsOf, type Row } from '../src/parts/payments.ts';

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

test('a cheque that was opened again begins with what it was paid with, so far as it is due now', () => {
  const paid = (payment_type_id: number, payment_category_id: number, amount: number) => ({
    payment_type_id,
    payment_category_id,
    amount,
  });
  const before = [paid(8, 2, 50_000), paid(7, 1, 30_000)];
  const [card, cash] = [
    { key: 0, type: '8', amount: 500 },
    { key: 1, type: '7', amount: 300 },
  ];
  expect(firstRows([], 0, 80_000, UNIT)).toEqual([{ key: 0, amount: 800 }]);
  expect(firstRows(before, 0, 80_000, UNIT)).toEqual([card, cash]);
  expect(firstRows(before, 0, 40_000, UNIT)).toEqual([{ ...card, amount: 400 }]);
  expect(firstRows(before, 0, 90_000, UNIT)).toEqual([card, cash, { key: 2, amount: 100 }]);
  // What came through a provider is told by itself, what the till took by such a type is not; points are held anew.
  const others = [paid(9, 5, 60_000), paid(6, 4, 10_000)];
  expect(firstRows(others, 50_000, 30_000, UNIT)).toEqual([
    { key: 0, type: '9', amount: 100 },
    { key: 1, amount: 200 },
  ]);
  expect(firstRows(others, 60_000, 0, UNIT)).toEqual([{ key: 0, amount: 0 }]);
});

test('a type that the point has no more is told as the first one', () => {
  expect(paymentsOf([{ key: 0, type: '99', amount: 10 }], 1_000, TYPES, UNIT)).toEqual([
    { payment_type_id: 7, amount: 1_000 },
  ]);
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
