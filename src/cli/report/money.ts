import { z } from 'zod';
import { asOf, fields, footer, readAs, row } from './answers.ts';
import { renderTable } from './render.ts';

const shifts = z.object({
  shifts: z.array(z.object({ money: z.array(row) }).catchall(z.unknown())),
  as_of: asOf,
});

const SHIFTS = fields({
  business_date: 'day',
  point_name: 'point',
  shift_number: 'shift',
  opened_at: 'opened',
  closed_at: 'closed',
  cashier_name: 'cashier',
  cheques_count: 'cheques',
  revenue: 'revenue',
  debt_amount: 'debt',
  deleted_cheques_amount: 'deleted',
  deleted_items_amount: 'removed',
  cash_balance: 'cash',
  is_accepted: 'accepted',
});

const MONEY = fields({
  point_name: 'point',
  shift_number: 'shift',
  payment_type_name: 'payment',
  payment_purpose_name: 'purpose',
  direction: 'direction',
  amount: 'amount',
});

/** The shifts, and below them their money. */
export const renderShifts = (answer: unknown): string => {
  const { shifts: rows, as_of } = readAs(shifts, answer);
  const money = rows.flatMap(({ money, ...shift }) => money.map((line) => ({ ...shift, ...line })));
  return `${renderTable(SHIFTS, rows)}${renderTable(MONEY, money)}${footer(rows.length, as_of)}`;
};

const movements = z.object({
  totals: z.array(row),
  movements: z.array(row).optional(),
  groups: z.array(row).optional(),
  as_of: asOf,
});

const TOTALS = fields({ source: 'source', plus: 'plus', minus: 'minus', count: 'rows' });

const MOVEMENT = {
  business_date: 'day',
  created_at: 'time',
  point_name: 'point',
  id: 'id',
  source: 'source',
  account_name: 'account',
  direction: 'direction',
  operation: 'operation',
  payment_purpose_name: 'purpose',
  count: 'rows',
  amount: 'amount',
  note: 'note',
};

/** The totals, and below them the movements or groups, with the columns that they have. */
export const renderMovements = (answer: unknown): string => {
  const { totals, movements: single, groups, as_of } = readAs(movements, answer);
  const rows = single ?? groups ?? [];
  const has = Object.entries(MOVEMENT).filter(([name]) => rows.some((shown) => name in shown));
  const table = has.length === 0 ? '' : renderTable(fields(Object.fromEntries(has)), rows);
  return `${renderTable(TOTALS, totals)}${table}${footer(rows.length, as_of)}`;
};
