import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { createMemoryTables } from '../../../../src/projections/engine/memory-tables.ts';
import type { Row } from '../../../../src/projections/engine/projection.ts';
import { moneyProjection } from '../../../../src/projections/money/projection.ts';

const brand_id = '0197f000-0000-7000-8000-000000000001';
const point_id = '0197f000-0000-7000-8000-00000000000a';
const at = '2026-03-02T09:00:00.000Z';
const stream = `till-${point_id}`;
const recorded = { recorded_on: 'till', recorded_on_id: point_id };
const place = { point_id, timezone: 'Asia/Tashkent', business_date: '2026-03-02' };
const drawer = { ...place, register: 'shift', shift_id: 7, account_id: null, source: 'cashbox' };
const safe = { ...place, register: 'account', shift_id: null, account_id: 5, source: 'safe' };
const cash = { payment_type_id: 61, payment_category_id: 1 };
const noType = { payment_type_id: null, payment_category_id: null };

type Told = readonly [type: string, data: object];

/** The movements after these events. */
const after = (...events: readonly Told[]): readonly Row[] => afterOn(stream, ...events);
const afterOn = (stream: string, ...events: readonly Told[]): readonly Row[] => {
  const withoutVersions = moneyProjection.tables.map((table) => ({ ...table, key: table.versionsOf! }));
  const tables = createMemoryTables({ ...moneyProjection, tables: withoutVersions });
  tables.apply(events.map(([type, data]) => ({ type, data, stream }) as RecordedEvent));
  return tables.rows('money_movements');
};

const ice = {
  ...drawer,
  ...cash,
  movement_id: 100,
  brand_id,
  moved_at: at,
  direction: 'minus',
  amount: 40_000,
  operation: 'expense',
  payment_purpose_id: 3,
  party: { kind: 'supplier', id: 9 },
  personal: { employee_id: null, note: 'ice' },
};
const toSafe = {
  brand_id,
  amount: 100_000,
  moved_at: at,
  note: null,
  from: { ...drawer, ...cash, movement_id: 101 },
  to: { ...safe, ...noType, movement_id: 102 },
};

test('a movement is a row, with who got the money', () => {
  const { movement_id: id, moved_at: created_at, party, personal, ...row } = ice;
  expect(after(['MoneyMoved', ice])).toEqual([
    { ...row, note: 'ice', id, created_at, party_kind: 'supplier', party_id: 9, ...recorded },
  ]);
  expect(after(['MoneyMoved', { ...ice, party: null }])).toMatchObject([{ party_kind: null, party_id: null }]);
});

test('a transfer is two rows: out of one place, into the other', () => {
  const rows = after(['MoneyTransferred', toSafe]);
  const both = {
    brand_id,
    operation: 'transfer',
    amount: 100_000,
    created_at: at,
    payment_purpose_id: null,
    ...recorded,
  };
  expect(rows).toMatchObject([
    { ...both, id: 101, register: 'shift', shift_id: 7, source: 'cashbox', direction: 'minus', payment_type_id: 61 },
    { ...both, id: 102, register: 'account', account_id: 5, source: 'safe', direction: 'plus', payment_type_id: null },
  ]);
});

test('a cancelled movement is gone, and of a transfer both rows', () => {
  const cancel = (...movement_ids: number[]) =>
    ['MovementCancelled', { movement_ids, brand_id, point_id, cancelled_at: at, party: null }] as const;
  const all = [
    ['MoneyMoved', ice],
    ['MoneyTransferred', toSafe],
  ] as const;
  expect(after(...all, cancel(100)).map(({ id }) => id)).toEqual([101, 102]);
  expect(after(...all, cancel(101, 102)).map(({ id }) => id)).toEqual([100]);
});

test.each([
  [-3_000, [{ direction: 'minus', amount: 3_000 }]],
  [3_000, [{ direction: 'plus', amount: 3_000 }]],
  [0, []],
])('an account that was counted is corrected by the difference: %d', (amount, rows) => {
  const counted = {
    ...safe,
    ...noType,
    movement_id: 103,
    brand_id,
    counted_at: at,
    counted: 50_000,
    balance: 50_000 - amount,
  };
  const whole = { ...safe, ...noType, id: 103, brand_id, created_at: at, operation: 'correction', ...recorded };
  expect(after(['AccountCounted', { ...counted, amount }])).toEqual(rows.map((row) => ({ ...whole, ...row })));
});

const accepted = {
  timezone: 'Asia/Tashkent',
  shift_id: 7,
  point_id,
  brand_id,
  business_date: '2026-03-03',
  accepted_at: at,
  account_name: 'Safe',
  account_id: 5,
  account_source: 'safe',
  amount: 68_000,
  expected_amount: 70_000,
  revenue_id: 110,
  difference_id: 111,
  non_cash: [],
};
const card = {
  payment_type_id: 62,
  payment_category_id: 2,
  account_id: 6,
  account_source: 'bank',
  account_name: 'Bank',
  amount: 50_000,
  expected_amount: 50_000,
  revenue_id: 112,
  difference_id: 113,
};
const ofShift = { brand_id, point_id, register: 'account', shift_id: 7, business_date: '2026-03-03', created_at: at };
const revenue = { ...ofShift, operation: 'shift_revenue', direction: 'plus' };

test('a hand-over is what was expected, and the difference; of money that is no cash as well', () => {
  const rows = after(['ShiftAccepted', { ...accepted, non_cash: [card, { ...card, amount: 0, expected_amount: 0 }] }]);
  expect(rows).toMatchObject([
    { ...revenue, id: 110, account_id: 5, source: 'safe', amount: 70_000, payment_type_id: null },
    { ...ofShift, id: 111, account_id: 5, operation: 'shift_accept_diff', direction: 'minus', amount: 2_000 },
    { ...revenue, id: 112, account_id: 6, source: 'bank', amount: 50_000, payment_type_id: 62, payment_category_id: 2 },
  ]);
});

test('a hand-over of a drawer below zero is a minus', () => {
  const short = { ...accepted, expected_amount: -5_000, amount: 0 };
  expect(after(['ShiftAccepted', short])).toMatchObject([
    { operation: 'shift_revenue', direction: 'minus', amount: 5_000 },
    { operation: 'shift_accept_diff', direction: 'plus', amount: 5_000 },
  ]);
});

test('a deposit that the venue took is a row of the drawer, recorded in the book', () => {
  const movement = {
    brand_id,
    point_id,
    timezone: 'Asia/Tashkent',
    operation: 'prepayment',
    direction: 'plus',
    amount: 50_000,
    ...cash,
    shift_id: 7,
    business_date: '2026-03-02',
  };
  const deposit = { ...movement, movement_id: 120, reservation_id: brand_id, moved_at: at };
  const place = { register: 'shift', source: 'cashbox', recorded_on: 'book', recorded_on_id: point_id };
  expect(afterOn(`reservation_book-${point_id}`, ['DepositMoved', deposit])).toEqual([
    { ...movement, ...place, id: 120, created_at: at },
  ]);
});

test('the note on an employee’s pay goes when the employee is erased, and other notes stay', () => {
  const paid = (movement_id: number, id: number) => ({ ...ice, movement_id, party: { kind: 'employee', id } });
  const erased = ['EmployeeErased', { brand_id, employee_id: 9, reason: 'asked', shift_ids: [] }] as const;
  const rows = after(['MoneyMoved', paid(110, 9)], ['MoneyMoved', paid(111, 8)], ['MoneyMoved', ice], erased);
  expect(rows.map(({ id, note }) => [id, note])).toEqual([
    [110, null],
    [111, 'ice'],
    [100, 'ice'],
  ]);
});
