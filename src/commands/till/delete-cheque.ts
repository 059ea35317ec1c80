import { z } from 'zod';
import { brandDecider } from '../../domain/brand/decide.ts';
import { invalid } from '../../domain/refusal.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { id, text } from '../fields.ts';
import { handleOrder } from './orders.ts';

/** Cancels at the till, at any status that is not final; the kitchen gets a slip for what it had a ticket for. */
export const deleteCheque = defineCommand({
  type: 'DeleteCheque',
  audiences: ['venue'],
  summary: 'Deletes the cheque; the kitchen gets a cancellation slip for what was printed.',
  input: z.object({ order_id: id(), cancel_cause_id: id().nullish(), comment: text(500).nullish() }),
  run: ({ order_id, cancel_cause_id, comment }, context) =>
    handleOrder(context, order_id, async () => {
      const cause = cancel_cause_id == null ? undefined : await requireCause(context, cancel_cause_id);
      if (cause?.is_comment_required && !comment?.trim()) {
        throw invalid('cancel_comment_required', { field: 'comment' });
      }
      return {
        type: 'DeleteCheque',
        cancel_cause_id: cancel_cause_id ?? null,
        cancel_cause_name: cause?.name ?? null,
        comment: comment ?? null,
      };
    }),
});

const requireCause = async (context: CommandContext, causeId: number) => {
  const brand = await context.load(brandDecider, context.brand_id);
  const cause = brand?.cancel_causes[causeId];
  if (!cause) throw invalid('cancel_cause_not_found', { field: 'cancel_cause_id' });
  return cause;
};
