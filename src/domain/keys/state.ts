import type { AccessKeyEvent, KeyIssued, Webhook } from './events.ts';

export interface AccessKey extends KeyIssued {
  /** Null while the key is in use. A revocation is final. */
  readonly revoked_at: string | null;
  /** Null: the partner has no webhook. */
  readonly webhook: Webhook | null;
}

/** Null until the key is issued. */
export type AccessKeyState = AccessKey | null;

export const evolveKey = (state: AccessKeyState, event: AccessKeyEvent): AccessKeyState => {
  if (event.type === 'KeyIssued') return { ...event.data, revoked_at: null, webhook: null };
  if (state === null) return state;
  switch (event.type) {
    case 'KeyRevoked':
      return { ...state, revoked_at: event.data.revoked_at };
    case 'KeyTermsChanged':
      return { ...state, ...event.data };
    case 'WebhookConfigured': {
      const { url, events, secret_id } = event.data;
      return { ...state, webhook: { url, events, secret_id } };
    }
    case 'WebhookSecretRotated':
      return { ...state, webhook: state.webhook && { ...state.webhook, secret_id: event.data.secret_id } };
    // These events are about deliveries: the key stays as it is.
    case 'WebhookPinged':
    case 'DeliveryResent':
      return state;
  }
};
