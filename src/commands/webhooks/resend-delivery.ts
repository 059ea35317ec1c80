import { z } from 'zod';
import type { Decider, DomainEvent } from '../../domain/decider.ts';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import { loyaltyDecider } from '../../domain/loyalty/decide.ts';
import { conflict, notFound } from '../../domain/refusal.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { defineCommand } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { id } from '../fields/fields.ts';
import { requireKey } from '../keys/own-key.ts';
import { deliveryResult, type KnownDelivery, type WebhookService } from './webhook-service.ts';

export const resendDelivery = defineCommand({
  type: 'ResendDelivery',
  audiences: ['venue'],
  summary: 'Puts a delivery in the queue again, with all its attempts.',
  input: z.object({ delivery_id: id() }),
  result: deliveryResult,
  run: async ({ delivery_id }, context, webhooks: WebhookService) => {
    const { key_id, status } = await requireDelivery(context, webhooks, delivery_id);
    const at = context.occurred_at;
    // A repeat finds the delivery in the queue, because the command itself put it there. A command that was refused
    // before is no such repeat.
    const note = async <State, Command, Event extends DomainEvent>(
      decider: Decider<State, Command, Event>,
      id: string,
      command: Command,
    ) => {
      const done = await context.recorded(decider, id);
      if (status === 'pending' && !done) throw conflict('delivery_in_line');
      return context.handle(decider, id, command);
    };
    if (key_id !== null) await requireKey(context, key_id);
    const handled =
      key_id === null
        ? await note(loyaltyDecider, context.brand_id, { type: 'ResendLoyaltyDelivery', delivery_id, at })
        : await note(accessKeyDecider, key_id, { type: 'ResendDelivery', delivery_id, at });
    if (handled.position !== null) {
      await webhooks.resend(delivery_id, at, handled.position);
      // Its body may have been deleted at this very moment: then nothing was put in the queue.
      await requireDelivery(context, webhooks, delivery_id);
    }
    const { position, duplicate } = handled;
    return { position, duplicate, result: { id: delivery_id, delivery_id } };
  },
});

/** A delivery of the caller's brand that can be sent. Else delivery_not_found (404) or delivery_purged (409). */
const requireDelivery = async (
  context: CommandContext,
  webhooks: WebhookService,
  deliveryId: number,
): Promise<KnownDelivery> => {
  requireWholeBrand(context);
  const delivery = await webhooks.findDelivery(deliveryId);
  if (delivery?.brand_id !== context.brand_id) throw notFound('delivery_not_found');
  if (delivery.is_withdrawn) throw conflict('delivery_withdrawn');
  if (delivery.is_purged) throw conflict('delivery_purged');
  return delivery;
};
