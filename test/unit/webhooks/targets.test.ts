import { describe, expect, test } from 'vitest';
import type { AccessKeyEvent, KeyIssued } from '../../../src/domain/access-key/events.ts';
import { webhookStop } from '../../../src/domain/access-key/webhook.ts';
import { evolveTarget, isToldOf, type Target } from '../../../src/processes/webhooks/targets.ts';

const ofKey = { key_id: '0190a000-0000-7000-8000-000000000001', brand_id: '0190a000-0000-7000-8000-000000000002' };
const terms = {
  ...{ name: 'app', permissions: ['table_booking'] as KeyIssued['permissions'], point_ids: null, expires_at: null },
  ...{ auto_confirm: false, operator_confirmation: 'none' as const, source_id: 0, requests_per_minute: null },
  ...{ showcase_ids: [], default_order_type_sub_ids: {} },
};
const issued: AccessKeyEvent = {
  type: 'KeyIssued',
  data: { ...ofKey, ...terms, audience: 'partner', key_hash: 'hash', issued_at: '2026-03-02T09:00:00.000Z' },
};
const configured = (events: ('reservation.created' | 'ping')[] | null = null): AccessKeyEvent => ({
  type: 'WebhookConfigured',
  data: { ...ofKey, url: 'https://partner.test/hook', events, secret_id: ofKey.brand_id },
});
const changed = (fields: object): AccessKeyEvent => ({
  type: 'KeyTermsChanged',
  data: { ...ofKey, ...terms, ...fields },
});

const fold = (...events: AccessKeyEvent[]): Target =>
  events.reduce<Target | undefined>(evolveTarget, undefined) as Target;

const AT = Date.parse('2026-03-02T10:00:00.000Z');
const isTold = (target: Target, fields: object = {}): boolean =>
  isToldOf(target, { event: 'reservation.created', point_id: 'here', at: AT, ...fields });

describe('a key is told', () => {
  test('of everything, unless it has chosen', () => {
    expect(isTold(fold(issued, configured()))).toBe(true);
    const chosen = fold(issued, configured(['reservation.created']));
    expect(isTold(chosen)).toBe(true);
    expect(isTold(chosen, { event: 'occupancy.changed' })).toBe(false);
  });

  test('of its points only', () => {
    const bound = fold(issued, configured(), changed({ point_ids: ['here'] }));
    expect(isTold(bound)).toBe(true);
    expect(isTold(bound, { point_id: 'there' })).toBe(false);
  });

  test('nothing without a webhook, without the permission, revoked, or at its expiry', () => {
    expect(isTold(fold(issued))).toBe(false);
    expect(isTold(fold(issued, configured(), changed({ permissions: ['reports'] })))).toBe(false);
    const revoked: AccessKeyEvent = { type: 'KeyRevoked', data: { ...ofKey, revoked_at: issued.data.brand_id } };
    expect(isTold(fold(issued, configured(), revoked))).toBe(false);
    const expires = (at: number) => fold(issued, configured(), changed({ expires_at: new Date(at).toISOString() }));
    expect(isTold(expires(AT))).toBe(false);
    expect(isTold(expires(AT + 1))).toBe(true);
  });

  test('and says why not', () => {
    expect(webhookStop(fold(issued), AT)).toBe('webhook_not_configured');
    expect(webhookStop(fold(issued, configured(), changed({ permissions: [] })), AT)).toBe('permission_missing');
  });

  test('only if it is a partner’s', () => {
    const venue = { type: 'KeyIssued', data: { ...issued.data, audience: 'venue' } } as AccessKeyEvent;
    expect(fold(venue, configured())).toBeUndefined();
  });
});
