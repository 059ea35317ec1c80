import { employeeDecider } from '../../domain/employees/decide.ts';
import { ledgerDecider } from '../../domain/money/decide.ts';
import type { MoneyMoved } from '../../domain/money/events.ts';
import type { EmployeeDebtSettled } from '../../domain/payroll/pay-events.ts';
import { Refusal } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import type { CommandContext } from '../bus/context.ts';

/**
 * Moves the money of a settled debt, once: the recorder acts as the command that settled it. If the shift's money was
 * handed over meanwhile, it is owed again, and the refusal is thrown. Answers the log position; null: it was kept
 * from wages, or added to them.
 */
export const moveSettlement = async (
  recorder: Pick<CommandContext, 'handle'>,
  settled: EmployeeDebtSettled,
): Promise<number | null> => {
  const { movement, brand_id, point_id, employee_id, settled_at: moved_at, amount, personal } = settled;
  if (movement === null) return null;
  const { direction } = settled;
  const moved: MoneyMoved = {
    ...movement,
    brand_id,
    moved_at,
    amount,
    personal,
    payment_purpose_id: null,
    direction,
    operation: 'other',
    party: { kind: 'employee', id: employee_id },
  };
  const command = { type: 'MoveMoney', movement: moved } as const;
  try {
    const { position } =
      movement.register === 'shift'
        ? await recorder.handle(tillDecider, point_id, command, { point_id })
        : await recorder.handle(ledgerDecider, point_id, command, { point_id });
    return position;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { movement_id } = movement;
    const cancel = { type: 'CancelSalaryPayment', brand_id, movement_id, cancelled_at: moved_at } as const;
    await recorder.handle(employeeDecider, employee_id, cancel, { point_id, step: 'no money moved' });
    throw error;
  }
};
