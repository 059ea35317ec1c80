import type { Cancellation, TillDay } from '../../domain/orders/commands.ts';
import type { Order } from '../../domain/orders/state.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import { invalid } from '../../domain/refusal.ts';
import { type CommandContext, isPast } from '../bus/context.ts';
import { id, words } from '../fields/fields.ts';
import type { CancelCause } from '../points/ordering-point.ts';
import { requirePoint } from '../points/require-point.ts';
import { requireTillPoint } from '../points/till-point.ts';
import { tillDayOf } from '../shifts/till-day.ts';
import type { OrderNeeds } from './order-needs.ts';

type Needs = Pick<OrderNeeds, 'points'>;
type OfPoint = Pick<Order, 'point_id'>;

export const cancellationFields = { cancel_cause_id: id().nullish(), comment: words(500).nullish() };

/** The reason for deleting an order: the cause, as it was when the order was deleted. A cause may require a comment. */
export const cancellationOf = async (
  context: CommandContext,
  needs: Needs,
  { point_id }: OfPoint,
  given: { readonly cancel_cause_id?: number | null | undefined; readonly comment?: string | null | undefined },
): Promise<Cancellation> => {
  const { cancel_cause_id = null, comment = null } = given;
  if (cancel_cause_id === null) return { cancel_cause_id, cancel_cause_name: null, comment };
  const cause = isPast(context)
    ? (await requireTillPoint(context, needs, point_id)).cancel_causes.get(cancel_cause_id)
    : (await context.load(brandDecider, context.brand_id))?.cancel_causes[cancel_cause_id];
  return { cancel_cause_id, cancel_cause_name: requireCause(cause, comment).name, comment };
};

/** Throws cancel_cause_not_found (400) without the cause, cancel_comment_required (400) without the comment that it asks for. */
export const requireCause = <Cause extends Pick<CancelCause, 'is_comment_required'>>(
  cause: Cause | undefined,
  comment: string | null | undefined,
): Cause => {
  if (!cause) throw invalid('cancel_cause_not_found', { field: 'cancel_cause_id' });
  if (cause.is_comment_required && !comment) throw invalid('cancel_comment_required', { field: 'comment' });
  return cause;
};

/** The business day and the shift in which an order is deleted. */
export const deletionDay = async (
  context: CommandContext,
  needs: Needs,
  { point_id, undone_shift_id }: Pick<Order, 'point_id' | 'undone_shift_id'>,
): Promise<TillDay> => {
  const point = isPast(context)
    ? (await requireTillPoint(context, needs, point_id)).point
    : await requirePoint(context, point_id);
  return tillDayOf(context, point, context.occurred_at, undone_shift_id);
};
