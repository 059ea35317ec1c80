import { z } from 'zod';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { shownOnce } from '../bus/results.ts';
import { uuid } from '../fields/fields.ts';
import { keyResult, requireKey } from '../keys/own-key.ts';
import type { WebhookService } from './webhook-service.ts';

export const rotateWebhookSecret = defineCommand({
  type: 'RotateWebhookSecret',
  audiences: ['venue'],
  summary:
    'Makes a new signing secret; the one before is invalid at once. The answer shows it this once; a repeat has null instead.',
  input: z.object({ key_id: uuid() }),
  result: keyResult.extend({ secret: shownOnce() }),
  shown_once: 'secret',
  run: async ({ key_id }, context, webhooks: WebhookService) => {
    await requireKey(context, key_id);
    const { secret_id, secret } = await webhooks.mintSecret();
    const command = { type: 'RotateWebhookSecret', secret_id } as const;
    const handled = await context.handle(accessKeyDecider, key_id, command);
    return outcome(handled, ([event]) => ({
      id: key_id,
      key_id,
      secret: event?.type === 'WebhookSecretRotated' && event.data.secret_id === secret_id ? secret : null,
    }));
  },
});
