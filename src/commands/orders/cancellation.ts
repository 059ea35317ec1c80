import type { Cancellation, TillDay } from '../../domain/orders/commands.ts';
import type { Order } from '../../domain/orders/state.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import { invalid } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';
import { id, text } from '../fields/fields.ts';
import { requirePoint } from '../points/require-point.ts';
import { tillDayOf } from './till-day.ts';

export const cancellationFields = { cancel_cause_id: id().nullish(), comment: text(500).nullish() };

/** The reason for deleting an order: the cause, with its name as it is now. A cause may require a comment. */
export const cancellationOf = async (
  context: CommandContext,
  given: { readonly cancel_cause_id?: number | null | undefined; readonly comment?: string | null | undefined },
): Promise<Cancellation> => {
  const { cancel_cause_id = null, comment = null } = given;
  if (cancel_cause_id === null) return { cancel_cause_id, cancel_cause_name: null, comment };
  const cause = (await context.load(brandDecider, context.brand_id))?.cancel_causes[cancel_cause_id];
  if (!cause) throw invalid('cancel_cause_not_found', { field: 'cancel_cause_id' });
  if (cause.is_comment_required && !comment?.trim()) throw invalid('cancel_comment_required', { field: 'comment' });
  return { cancel_cause_id, cancel_cause_name: cause.name, comment };
};

/** The business day and the shift in which an order is deleted. */
export const deletionDay = async (context: CommandContext, { point_id }: Pick<Order, 'point_id'>): Promise<TillDay> =>
  tillDayOf(context, await requirePoint(context, point_id), context.occurred_at);
