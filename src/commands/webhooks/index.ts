import { configureWebhook } from './configure-webhook.ts';
import { pingWebhook } from './ping-webhook.ts';
import { resendDelivery } from './resend-delivery.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';

export const webhookCommands = [configureWebhook, rotateWebhookSecret, pingWebhook, resendDelivery];
