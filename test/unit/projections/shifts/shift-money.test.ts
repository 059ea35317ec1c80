import { expect, test } from 'vitest';
import { readShiftMoney } from '../../../../src/projections/shifts/shift-money.ts';

test('movements of a shift stand in one order, whatever order the database has them in: an answer as of then never changes', async () => {
  const of = (operation: string, direction: string, amount: number) => ({
    shift_id: 1,
    payment_type_id: 5,
    payment_category_id: 1,
    payment_purpose_id: null,
    operation,
    direction,
    amount,
  });
  const moved = [
    of('transfer', 'plus', 1),
    of('prepayment', 'plus', 2),
    of('other', 'plus', 3),
    of('other', 'minus', 4),
  ];
  const operationsOf = async (rows: readonly object[]) => {
    const query = async (sql: string) => ({ rows: sql.includes('read.money_movements') ? rows : [] });
    const reading = { db: { query } as never, valid: () => 'true' };
    const sheets = await readShiftMoney(reading, [{ shift_id: 1, opening_cash: 0 }]);
    return sheets.get(1)!.movements.map(({ operation, direction }) => `${direction} ${operation}`);
  };
  const inOrder = ['plus other', 'plus prepayment', 'plus transfer', 'minus other'];
  expect(await operationsOf(moved)).toEqual(inOrder);
  expect(await operationsOf(moved.toReversed())).toEqual(inOrder);
});
