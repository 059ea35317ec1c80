import type { Decider } from '../decider.ts';
import { conflict, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { AccessKeyCommand } from './commands.ts';
import type { AccessKeyEvent, KeyTerms } from './events.ts';
import { type AccessKey, type AccessKeyState, evolveKey } from './state.ts';
import { decideWebhook } from './webhook.ts';

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

export const accessKeyDecider: Decider<AccessKeyState, AccessKeyCommand, AccessKeyEvent> = {
  category: 'access_key',
  stateVersion: 2,
  initial: null,
  evolve: evolveKey,
  decide,
};
