import { isOf } from '../../../domain/event-catalogue.ts';
import type { Direction, MoneyOperation } from '../../../domain/money/shapes.ts';
import type { ShiftAccepted, ShiftOpened } from '../../../domain/shifts/events.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import type { Folding } from '../../../projections/as-of/folding.ts';

interface ShiftMovement {
  readonly movement_id: number;
  readonly operation: MoneyOperation;
  readonly direction: Direction;
  readonly amount: number;
  readonly is_cancelled: boolean;
}

export interface FoldedShift {
  readonly opened: ShiftOpened | null;
  readonly closed: {
    readonly counted_cash: number | null;
    readonly left_cash: number;
    readonly closed_at: string;
  } | null;
  readonly accepted: ShiftAccepted | null;
  readonly movements: readonly ShiftMovement[];
  readonly last_cheque_number: number | null;
}

/** Folds the events of one shift. */
export const shiftFolding: Folding<FoldedShift> = {
  initial: { opened: null, closed: null, accepted: null, movements: [], last_cheque_number: null },
  evolve: (shift, event) => {
    if (isOf(event, 'ShiftOpened')) return { ...shift, opened: event.data };
    if (isOf(event, 'ShiftClosed')) return { ...shift, closed: event.data };
    if (isOf(event, 'ShiftAccepted')) return { ...shift, accepted: event.data };
    if (isOf(event, 'ChequeNumbered')) return { ...shift, last_cheque_number: event.data.cheque_number };
    if (isOf(event, 'MovementCancelled')) return { ...shift, movements: cancel(shift, event.data.movement_ids) };
    const moved = movementsIn(shift, event);
    return moved.length === 0 ? shift : { ...shift, movements: [...shift.movements, ...moved] };
  },
};

const cancel = ({ movements }: FoldedShift, ids: readonly number[]): readonly ShiftMovement[] =>
  movements.map((it) => (ids.includes(it.movement_id) ? { ...it, is_cancelled: true } : it));

/** What the event moved to the drawer of the shift, or out of it. A transfer has two sides. */
const movementsIn = ({ opened }: FoldedShift, event: RecordedEvent): ShiftMovement[] => {
  const is_cancelled = false;
  if (isOf(event, 'MoneyMoved')) {
    const { movement_id, operation, direction, amount } = event.data;
    return [{ movement_id, operation, direction, amount, is_cancelled }];
  }
  if (!isOf(event, 'MoneyTransferred')) return [];
  const { from, to, amount } = event.data;
  const sides = [
    { ...from, direction: 'minus' },
    { ...to, direction: 'plus' },
  ] as const;
  return sides
    .filter(({ shift_id }) => shift_id !== null && shift_id === opened?.shift_id)
    .map(({ movement_id, direction }) => ({ movement_id, operation: 'transfer', direction, amount, is_cancelled }));
};
