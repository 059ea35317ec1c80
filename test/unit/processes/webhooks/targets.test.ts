import { describe, expect, test } from 'vitest';
import type { AccessKeyEvent, KeyIssued } from '../../../../src/domain/keys/events.ts';
import { webhookStop } from '../../../../src/domain/keys/webhook.ts';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { createWebhookFollower } from '../../../../src/processes/webhooks/follower.ts';
import { evolveTarget, isToldOf, type Target } from '../../../../src/processes/webhooks/targets.ts';

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
    const again = fold(issued, configured(['reservation.created']), configured());
    expect(isTold(again, { event: 'occupancy.changed' })).toBe(true);
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

/** What the follower of these events writes: each statement by its table, with its values. */
const written = async (targets: readonly Target[], events: readonly object[]) => {
  const statements: { readonly into: string | undefined; readonly values: readonly unknown[] }[] = [];
  const query = async (text: string, values: readonly unknown[]) => {
    if (!text.startsWith('select')) statements.push({ into: /app\.\w+/.exec(text)?.[0], values });
    return { rows: targets.map(({ webhook, ...rest }) => ({ ...rest, ...webhook })) };
  };
  const follower = createWebhookFollower({
    viewReservation: () => ({}),
    timezoneOf: async () => 'UTC',
    clock: () => AT,
  });
  const metadata = { brand_id: ofKey.brand_id, occurred_at: '2026-03-02T10:00:00.000Z' };
  const recorded = events.map((event, index) => ({ id: ofKey.key_id, position: index + 1, metadata, ...event }));
  await follower.handle(recorded as unknown as RecordedEvent[], { query } as never);
  return statements;
};

describe('of what happens in one batch', () => {
  const walkIn = {
    brand_id: ofKey.brand_id,
    point_id: 'here',
    table_id: 1,
    guests: 2,
    seated_at: '2026-03-02T10:00:00Z',
  };

  test('each brand’s partners are told of their own', async () => {
    const other = { ...fold(issued, configured()), key_id: ofKey.brand_id, brand_id: ofKey.key_id };
    const seated = { type: 'WalkInSeated', data: walkIn };
    const [line] = await written([fold(issued, configured()), other], [seated]);
    const queued = JSON.parse(line!.values[0] as string) as { key_id: string }[];
    expect(queued.map(({ key_id }) => key_id)).toEqual([ofKey.key_id]);
  });

  test('the end of a key ends what waits for it, due or not', async () => {
    const revoked = { type: 'KeyRevoked', data: { ...ofKey, revoked_at: '2026-03-02T10:00:00.000Z' } };
    const statements = await written([fold(issued, configured())], [revoked]);
    expect(statements).toContainEqual({ into: 'app.deliveries', values: [ofKey.key_id, 'key_revoked'] });
  });
});
