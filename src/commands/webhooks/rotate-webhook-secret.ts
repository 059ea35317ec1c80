import { z } from 'zod';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { shownOnce } from '../bus/results.ts';
import { uuid } from '../fields/fields.ts';
import { keyResult, requireKey } from '../keys/own-key.ts';
import { recordWithSecret } from './new-secret.ts';
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
    const { handled, secret } = await recordWithSecret(webhooks, (secret_id) =>
      context.handle(accessKeyDecider, key_id, { type: 'RotateWebhookSecret', secret_id }),
    );
    return outcome(handled, () => ({ id: key_id, key_id, secret }));
  },
});
