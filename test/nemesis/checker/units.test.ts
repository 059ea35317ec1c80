import { describe, expect, test } from 'vitest';
import { found, logOf } from './by-hand.ts';
import type { LogEvent } from './evidence.ts';
import { holdsHaveOrders, noUnitOversold } from './units.ts';

describe('no unit is oversold', () => {
  const units = (quantity: number) => [{ product_id: 1, quantity }];
  const set = (quantity: number) => ({ type: 'StopListSet', data: { entries: units(quantity) } });
  const hold = (order_id: number) => ({ hold_id: `h${order_id}`, order_id });
  const take = (order_id: number, quantity: number) => ({
    type: 'UnitsTaken',
    data: { ...hold(order_id), units: units(quantity) },
  });
  const giveBack = (order_id: number, quantity: number) => ({
    type: 'UnitsReturned',
    data: { ...hold(order_id), units: units(quantity) },
  });
  const place = (order_id: number, quantity: number, hold_id: string | null = `h${order_id}`) => ({
    type: 'OrderPlaced',
    data: { order_id, hold_id, lines: [{ ...units(quantity)[0], modifiers: [] }] },
  });
  const remove = (order_id: number) => ({ type: 'OrderDeleted', data: { order_id } });
  const settle = (order_id: number) => ({ type: 'HoldsSettled', data: { holds: [hold(order_id)] } });
  const oversold = (...events: readonly Partial<LogEvent>[]) => found(noUnitOversold, { events: logOf(...events) });

  test('the rule that no unit is oversold holds where the last unit goes back and forth, is sold, and more is set', () => {
    const first = [set(2), take(1, 2), place(1, 2), remove(1), giveBack(1, 2), take(2, 2), place(2, 2), settle(2)];
    expect(oversold(...first, set(1), take(3, 1), place(3, 1))).toEqual([]);
  });

  test('the rule that no unit is oversold holds where units that come back are off sale', () => {
    expect(oversold(set(2), take(1, 2), set(0), giveBack(1, 0), set(2), take(2, 2))).toEqual([]);
  });

  test('the rule that no unit is oversold sees more held than there are', () => {
    expect(oversold(set(2), take(1, 2), take(2, 1))).toEqual([
      'of 2 units of product 1, 3 are held and 0 are ordered at position 3',
    ]);
  });

  test('the rule that no unit is oversold sees what was sold taken again', () => {
    expect(oversold(set(2), take(1, 2), place(1, 2), settle(1), take(2, 1))).toHaveLength(1);
  });

  test('the rule that no unit is oversold sees units that come back twice, or more than were taken', () => {
    expect(oversold(set(2), take(1, 1), giveBack(1, 1), giveBack(1, 1))).toEqual([
      'hold h1 gives back what it does not have at position 4',
    ]);
    expect(oversold(set(2), take(1, 1), giveBack(1, 2))).toEqual([
      'hold h1 gives back 1 units of product 1 more than it has at position 3',
    ]);
  });

  test('the rule that no unit is oversold sees orders without units, on a hold that is too small, and on one that was given back', () => {
    expect(oversold(set(5), place(1, 1, null))).toEqual(['order 1 wants product 1 on too small a hold at position 2']);
    expect(oversold(set(5), take(1, 1), place(1, 2))).toHaveLength(1);
    expect(oversold(set(5), take(1, 1), giveBack(1, 1), place(1, 1))).toEqual([
      'order 1 wants product 1 on a hold that was given back at position 4',
    ]);
  });

  test('the rule that no unit is oversold sees an order that loses its units', () => {
    expect(oversold(set(5), take(1, 1), place(1, 1), giveBack(1, 1))).toEqual([
      'order 1 loses the units it is placed on at position 4',
    ]);
  });

  test('the rule that no unit is oversold sees holds that are left without an order, or with a deleted one', () => {
    const left = (...events: readonly Partial<LogEvent>[]) => found(holdsHaveOrders, { events: logOf(...events) });
    const done = [set(9), take(1, 1), place(1, 1), take(2, 1), giveBack(2, 1), take(3, 1), settle(3)];
    expect(left(...done)).toEqual([]);
    expect(left(...done, take(4, 1))).toEqual(['hold h4 of order 4 is left']);
    expect(left(...done, remove(1))).toEqual(['hold h1 of order 1 is left']);
  });
});
