import type { Row } from '../engine/projection.ts';

/** What every movement has. The others are columns of read.money_movements. */
export interface MovementRow extends Row {
  readonly register: 'shift' | 'account';
  readonly id: number;
  readonly direction: 'plus' | 'minus';
  /** Above 0. */
  readonly amount: number;
}

/** The row of an amount with a sign. None for 0. */
export const signedRow = (row: Row & Pick<MovementRow, 'register' | 'id'>, amount: number): readonly MovementRow[] =>
  amount === 0 ? [] : [{ ...row, direction: amount > 0 ? 'plus' : 'minus', amount: Math.abs(amount) }];
