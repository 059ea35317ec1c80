import type pg from 'pg';
import { validAt } from '../engine/versioned.ts';
import { balanceOf, readShiftMoney, SHIFT_MONEY_FROM } from './shift-money.ts';

/** The money of a shift that is to be handed over. */
export interface ExpectedHandOver {
  /** What should be in the drawer, less what stays there for the next shift. */
  readonly cash: number;
  /** Money of other payment types, by payment_type_id. */
  readonly non_cash: ReadonlyMap<number, number>;
}

/** The read models that `findExpectedHandOver` reads. */
export const HAND_OVER_FROM = ['venue', ...SHIFT_MONEY_FROM];

/** As the read models have it now. */
export const findExpectedHandOver = async (
  pool: pg.Pool,
  brandId: string,
  shiftId: number,
): Promise<ExpectedHandOver> => {
  const { rows } = await pool.query<{ shift_id: number; opening_cash: number; left_cash: number | null }>(
    'select shift_id, opening_cash, left_cash from read.till_shifts where known_to is null and brand_id = $1 and shift_id = $2',
    [brandId, shiftId],
  );
  const [shift] = rows;
  if (!shift) throw new Error(`no till shift ${shiftId} of brand ${brandId}`);
  const reading = { db: pool, valid: (alias: string) => validAt(alias, null) };
  const { cash_balance, money } = (await readShiftMoney(reading, [shift])).get(shiftId)!;
  const others = Map.groupBy(
    money.filter(({ payment_category_id, direction }) => payment_category_id !== 1 && direction !== 'neutral'),
    ({ payment_type_id }) => payment_type_id,
  );
  return {
    cash: cash_balance - (shift.left_cash ?? 0),
    non_cash: new Map([...others].flatMap(([type, lines]) => (type === null ? [] : [[type, balanceOf(lines)]]))),
  };
};
