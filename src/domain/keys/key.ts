import type { Decider } from '../decider.ts';
import { conflict, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { AccessKeyEvent, KeyIssued, KeyTerms, Webhook } from './events.ts';
import { decideWebhook, type WebhookCommand } from './webhook.ts';

export interface AccessKey extends KeyIssued {
  /** Null while it is in use. Revocation is for good. */
  readonly revoked_at: string | null;
  /** Null: the partner is told nothing. */
  readonly webhook: Webhook | null;
}

/** Null until the key is issued. */
export type AccessKeyState = AccessKey | null;

export type AccessKeyCommand =
  | { readonly type: 'IssueKey'; readonly key: KeyIssued }
  /** A term that is undefined stays as it is. */
  | { readonly type: 'UpdateKey'; readonly terms: { readonly [Term in keyof KeyTerms]?: KeyTerms[Term] | undefined } }
  | { readonly type: 'RevokeKey'; readonly at: string }
  | WebhookCommand;

const decide = (state: AccessKeyState, command: AccessKeyCommand): readonly AccessKeyEvent[] => {
  if (command.type === 'IssueKey') return state ? [] : [{ type: 'KeyIssued', data: command.key }];
  if (state === null) throw notFound('key_not_found');
  const { key_id, brand_id } = state;
  if (command.type === 'RevokeKey') {
    return state.revoked_at ? [] : [{ type: 'KeyRevoked', data: { key_id, brand_id, revoked_at: command.at } }];
  }
  if (state.revoked_at) throw conflict('key_revoked');
  if (command.type !== 'UpdateKey') return decideWebhook(state, command);
  const known = termsOf(state);
  const given = Object.fromEntries(Object.entries(command.terms).filter(([, term]) => term !== undefined));
  const terms = { ...known, ...given };
  return isSameValue(known, terms) ? [] : [{ type: 'KeyTermsChanged', data: { key_id, brand_id, ...terms } }];
};

const termsOf = (key: AccessKey): KeyTerms => ({
  name: key.name,
  permissions: key.permissions,
  point_ids: key.point_ids,
  expires_at: key.expires_at,
  auto_confirm: key.auto_confirm,
  operator_confirmation: key.operator_confirmation,
  source_id: key.source_id,
  requests_per_minute: key.requests_per_minute,
  showcase_ids: key.showcase_ids,
  default_order_type_sub_ids: key.default_order_type_sub_ids,
});

const evolve = (state: AccessKeyState, event: AccessKeyEvent): AccessKeyState => {
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
    // These are deliveries: the key stays as it is.
    case 'WebhookPinged':
    case 'DeliveryResent':
      return state;
  }
};

export const accessKeyDecider: Decider<AccessKeyState, AccessKeyCommand, AccessKeyEvent> = {
  category: 'access_key',
  stateVersion: 2,
  initial: null,
  evolve,
  decide,
};
