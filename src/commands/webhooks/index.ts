import type { CommandDefinition } from '../bus/command.ts';
import { configureWebhook } from './configure-webhook.ts';
import { pingWebhook } from './ping-webhook.ts';
import { resendDelivery } from './resend-delivery.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import type { WebhookService } from './webhook-service.ts';

export const webhookCommands: readonly CommandDefinition<WebhookService>[] = [
  configureWebhook,
  rotateWebhookSecret,
  pingWebhook,
  resendDelivery,
];
