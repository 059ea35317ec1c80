import { conflict } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { AccessKeyEvent, KeyIssued, Webhook } from './events.ts';

export type WebhookCommand =
  | { readonly type: 'ConfigureWebhook'; readonly webhook: Webhook }
  | { readonly type: 'RotateWebhookSecret'; readonly secret_id: string }
  | { readonly type: 'PingWebhook'; readonly delivery_id: number; readonly event_id: string; readonly at: string }
  | { readonly type: 'ResendDelivery'; readonly delivery_id: number; readonly at: string };

interface Owner extends Pick<KeyIssued, 'key_id' | 'brand_id'> {
  readonly webhook: Webhook | null;
}

/** The same address for the same calls: the secret stays as well. */
export const isSameWebhook = (
  known: Webhook | null,
  { url, events }: Pick<Webhook, 'url' | 'events'>,
): known is Webhook => known !== null && known.url === url && isSameValue(known.events, events);

/** The webhook of a key that is not revoked. Each kind of calls needs its own permission, which the key may get later. */
export const decideWebhook = (key: Owner, command: WebhookCommand): readonly AccessKeyEvent[] => {
  const ofKey = { key_id: key.key_id, brand_id: key.brand_id };
  if (command.type === 'ConfigureWebhook') {
    if (isSameWebhook(key.webhook, command.webhook)) return [];
    return [{ type: 'WebhookConfigured', data: { ...ofKey, ...command.webhook } }];
  }
  if (key.webhook === null) throw conflict('webhook_not_configured');
  switch (command.type) {
    case 'RotateWebhookSecret':
      return [{ type: 'WebhookSecretRotated', data: { ...ofKey, secret_id: command.secret_id } }];
    case 'PingWebhook': {
      const { delivery_id, event_id, at } = command;
      const { url } = key.webhook;
      return [{ type: 'WebhookPinged', data: { ...ofKey, delivery_id, event_id, url, pinged_at: at } }];
    }
    case 'ResendDelivery':
      return [{ type: 'DeliveryResent', data: { ...ofKey, delivery_id: command.delivery_id, resent_at: command.at } }];
  }
};

/** Why a key gets no calls; null if it does (docs/domain.md#keys). */
export type WebhookStop = 'key_revoked' | 'key_expired' | 'webhook_not_configured';

/** `now`: milliseconds. A key ends at its expiry, not after it. */
export const webhookStop = (
  key: {
    readonly expires_at: string | null;
    readonly revoked_at: string | null;
    readonly webhook: Webhook | null;
  },
  now: number,
): WebhookStop | null => {
  if (key.revoked_at !== null) return 'key_revoked';
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now) return 'key_expired';
  return key.webhook === null ? 'webhook_not_configured' : null;
};
