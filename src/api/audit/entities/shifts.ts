import { z } from 'zod';
import { amount, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { toLocalTimestamp } from '../../../domain/local-time.ts';
import { DIRECTIONS, OPERATIONS } from '../../../domain/money/shapes.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import type { EntityDependencies } from './dependencies.ts';
import { ofPart } from './part.ts';
import { shiftPages } from './shift-events.ts';
import { type FoldedShift, shiftFolding } from './shift-folding.ts';

const accepted = z.object({
  account_id: z.int(),
  account_name: z.string(),
  amount: amount(),
  expected_amount: amount().nullable(),
  accepted_at: localTimestamp(),
});

const movement = z.object({
  movement_id: z.int(),
  operation: z.enum(OPERATIONS),
  direction: z.enum(DIRECTIONS),
  amount: amount(),
  is_cancelled: z.boolean(),
});

const shift = z.object({
  shift_id: z.int(),
  point_id: z.uuid(),
  shift_number: z.int(),
  business_date: z.iso.date(),
  opened_at: localTimestamp(),
  closed_at: localTimestamp().nullable(),
  is_open: z.boolean(),
  is_accepted: z.boolean(),
  cashier_id: z.int(),
  cashier_login: z.string().nullable().meta({ description: 'Null: the cashier was erased' }),
  cashier_name: z.string().nullable().meta({ description: 'Null: the cashier was erased' }),
  opening_cash: amount(),
  counted_cash: amount().nullable(),
  left_cash: amount().nullable(),
  /** The number of the last cheque that was numbered in it. */
  last_cheque_number: z.int().nullable(),
  accepted: accepted.nullable(),
  movements: z.array(movement),
});

const view = ({ opened, closed, accepted, movements, last_cheque_number }: FoldedShift) => {
  if (!opened) return null;
  const local = (instant: string): string => toLocalTimestamp(instant, opened.timezone);
  return {
    shift_id: opened.shift_id,
    point_id: opened.point_id,
    shift_number: opened.shift_number,
    business_date: opened.business_date,
    opened_at: local(opened.opened_at),
    closed_at: closed && local(closed.closed_at),
    is_open: closed === null,
    is_accepted: accepted !== null,
    cashier_id: opened.cashier_id,
    cashier_login: opened.personal.login,
    cashier_name: opened.personal.name,
    opening_cash: opened.opening_cash,
    counted_cash: closed?.counted_cash ?? null,
    left_cash: closed?.left_cash ?? null,
    last_cheque_number,
    accepted: accepted && {
      account_id: accepted.account_id,
      account_name: accepted.account_name,
      amount: accepted.amount,
      expected_amount: accepted.expected_amount,
      accepted_at: local(accepted.accepted_at),
    },
    movements: [...movements],
  };
};

/** A till shift: its events are on the stream of the till. */
export const shiftEntity = (deps: EntityDependencies) => {
  const { readPart: _, ...part } = ofPart(deps, 'shift');
  return defineEntity({
    ...part,
    path: '/shifts/:shift_id',
    name: 'A till shift',
    historySummary: "All of a till shift's events: the numbers of its cheques, the money that was moved, the hand-over",
    notFoundCode: 'shift_not_found',
    params: z.object({ shift_id: queryId() }),
    state: shift,
    read: ({ shift_id }, brandId, signal) => shiftPages(deps, brandId, shift_id, signal),
    folding: shiftFolding,
    view,
  });
};
