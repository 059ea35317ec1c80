import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { kinds } from '../../../../src/api/webhooks/kinds/reservations.ts';
import { defineWebhookKind, type Notice, type WebhookKind } from '../../../../src/commands/webhooks/webhook-kind.ts';
import type { AccessKeyEvent, KeyIssued } from '../../../../src/domain/keys/events.ts';
import { webhookStop } from '../../../../src/domain/keys/webhook.ts';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { createWebhookFollower } from '../../../../src/processes/webhooks/follower.ts';
import { evolveTarget, isToldOf, type Target } from '../../../../src/processes/webhooks/targets.ts';

const ofKey = { key_id: '0190a000-0000-7000-8000-000000000001', brand_id: '0190a000-0000-7000-8000-000000000002' };
const terms = {
  name: 'app',
  permissions: ['table_booking'] as KeyIssued['permissions'],
  point_ids: null,
  expires_at: null,
  auto_confirm: false,
  operator_confirmation: 'none' as const,
  source_id: 0,
  requests_per_minute: null,
  showcase_ids: [],
  default_order_type_sub_ids: {},
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
const created = kinds[0]!;
const occupancy = kinds.at(-1)!;
const isTold = (target: Target, fields: object = {}): boolean =>
  isToldOf(target, { kind: created, point_id: 'here', at: AT, ...fields });

/** A kind of its own, made from a shift that is opened. */
const shiftOpened = (fields: Partial<WebhookKind>, ...notices: Partial<Notice>[]): WebhookKind =>
  defineWebhookKind({
    event: 'shift.opened',
    summary: '',
    about_data: '',
    data: z.object({}),
    types: ['ShiftOpened'],
    shown_by: null,
    tells: () => notices.map((notice): Notice<object> => ({ to: 'all', point_id: 'here', ...notice, data: {} })),
    ...fields,
  });

describe('a key is told', () => {
  test('a key gets every event, unless it has chosen some', () => {
    expect(isTold(fold(issued, configured()))).toBe(true);
    const chosen = fold(issued, configured(['reservation.created']));
    expect(isTold(chosen)).toBe(true);
    expect(isTold(chosen, { kind: occupancy })).toBe(false);
    const again = fold(issued, configured(['reservation.created']), configured());
    expect(isTold(again, { kind: occupancy })).toBe(true);
  });

  test('a key gets events of its points only', () => {
    const bound = fold(issued, configured(), changed({ point_ids: ['here'] }));
    expect(isTold(bound)).toBe(true);
    expect(isTold(bound, { point_id: 'there' })).toBe(false);
    expect(isTold(bound, { point_id: null })).toBe(false);
    expect(isTold(fold(issued, configured()), { point_id: null })).toBe(true);
  });

  test('a key gets nothing without a webhook, without the permission, revoked, or at its expiry', () => {
    expect(isTold(fold(issued))).toBe(false);
    expect(isTold(fold(issued, configured(), changed({ permissions: ['reports'] })))).toBe(false);
    const revoked: AccessKeyEvent = { type: 'KeyRevoked', data: { ...ofKey, revoked_at: issued.data.brand_id } };
    expect(isTold(fold(issued, configured(), revoked))).toBe(false);
    const expires = (at: number) => fold(issued, configured(), changed({ expires_at: new Date(at).toISOString() }));
    expect(isTold(expires(AT))).toBe(false);
    expect(isTold(expires(AT + 1))).toBe(true);
  });

  test('a key gets events of a kind that needs one more permission only with that permission', () => {
    const kind = shiftOpened({ permission: 'reports' });
    expect(isTold(fold(issued, configured()), { kind })).toBe(false);
    const permissions = ['table_booking', 'reports'];
    expect(isTold(fold(issued, configured(), changed({ permissions })), { kind })).toBe(true);
    // It needs no other one.
    expect(isTold(fold(issued, configured(), changed({ permissions: ['reports'] })), { kind })).toBe(true);
  });

  test('a key that gets nothing says why', () => {
    expect(webhookStop(fold(issued), AT)).toBe('webhook_not_configured');
    expect(webhookStop(fold(issued, configured(), changed({ permissions: [] })), AT)).toBeNull();
  });

  test('only a partner’s key gets events', () => {
    const venue = { type: 'KeyIssued', data: { ...issued.data, audience: 'venue' } } as AccessKeyEvent;
    expect(fold(venue, configured())).toBeUndefined();
  });
});

const noStream = () => Promise.reject(new Error('asked of no stream'));

/** What the follower of these events writes: each statement by its table, with its values. */
const written = async (targets: readonly Target[], events: readonly object[], ofKinds = kinds) => {
  const statements: { readonly into: string | undefined; readonly values: readonly unknown[] }[] = [];
  const query = async (text: string, values: readonly unknown[]) => {
    if (!text.startsWith('select')) statements.push({ into: /app\.\w+/.exec(text)?.[0], values });
    return { rows: targets.map(({ webhook, ...rest }) => ({ ...rest, ...webhook })) };
  };
  const follower = createWebhookFollower({
    kinds: ofKinds,
    viewsOf: () => ({
      timezoneOf: async () => 'Asia/Tashkent',
      load: noStream,
      stateThen: noStream,
      stateBefore: noStream,
      readThen: noStream,
      language: noStream,
    }),
    clock: () => AT,
  });
  const metadata = { brand_id: ofKey.brand_id, occurred_at: '2026-03-02T10:00:00.000Z' };
  const recorded = events.map((event, index) => ({ id: ofKey.key_id, position: index + 1, metadata, ...event }));
  await follower.handle(recorded as unknown as RecordedEvent[], { query } as never);
  return statements;
};

interface Queued {
  readonly key_id: string;
  readonly event: string;
  readonly event_id: string;
  readonly body: string;
}
/** The elements of an array parameter in Postgres' binary form. */
const elementsOf = (parameter: Buffer): Buffer[] => {
  const elements: Buffer[] = [];
  for (let at = 20; at < parameter.length; ) {
    const length = parameter.readInt32BE(at);
    elements.push(parameter.subarray(at + 4, at + 4 + length));
    at += 4 + Math.max(0, length);
  }
  return elements;
};
const textOfUuid = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const queuedBy = ({ values }: { readonly values: readonly unknown[] }): Queued[] => {
  const [, , keyIds, events, eventIds, , , bodies] = (values as Buffer[]).map(elementsOf);
  return bodies!.map((body, index) => ({
    key_id: textOfUuid(keyIds![index]!),
    event: events![index]!.toString(),
    event_id: textOfUuid(eventIds![index]!),
    body: body.toString(),
  }));
};

describe('of what happens in one batch', () => {
  const walkIn = {
    brand_id: ofKey.brand_id,
    point_id: 'here',
    table_id: 1,
    guests: 2,
    seated_at: '2026-03-02T10:00:00Z',
  };

  test('in one batch each brand’s partners are told of their own events', async () => {
    const other = { ...fold(issued, configured()), key_id: ofKey.brand_id, brand_id: ofKey.key_id };
    const seated = { type: 'WalkInSeated', data: walkIn };
    const [queue] = await written([fold(issued, configured()), other], [seated]);
    const queued = queuedBy(queue!);
    expect(queued.map(({ key_id }) => key_id)).toEqual([ofKey.key_id]);
    const { event_id } = queued[0]!;
    const place = '"date":"2026-03-02","start_time":"15:00","end_time":"00:00","guests":2,"is_holding":true';
    expect(queued[0]!.body).toBe(
      `{"event_id":"${event_id}","event":"occupancy.changed","occurred_at":"2026-03-02T15:00:00.000+05:00",` +
        `"data":{"point_id":"here","table_id":1,${place}}}`,
    );
  });

  test('each kind tells those whom it is for, in calls of its own', async () => {
    const one = fold(issued, configured());
    const two = { ...one, key_id: ofKey.brand_id };
    const { key_id } = one;
    const ofWhom = [
      shiftOpened({}, { to: { only: key_id } }, { to: { except: key_id } }, {}),
      shiftOpened({ event: 'brand.opened' }, { to: 'all', point_id: null }),
    ];
    const [queue] = await written([one, { ...two, point_ids: ['here'] }], [{ type: 'ShiftOpened', data: {} }], ofWhom);
    const queued = queuedBy(queue!);
    const told = queued.map((each) => `${each.event} to ${each.key_id === key_id ? 'one' : 'two'}`);
    expect(told).toEqual([
      ...['shift.opened to one', 'shift.opened to two', 'shift.opened to one', 'shift.opened to two'],
      'brand.opened to one',
    ]);
    expect(new Set(queued.map(({ event_id }) => event_id)).size).toBe(5);
    expect(queued.at(-1)!.body).toContain('"occurred_at":"2026-03-02T10:00:00.000+00:00"');
  });

  test('a permission that a kind needs ends what waits of that kind when it goes', async () => {
    const lost = changed({ permissions: ['table_booking'] });
    const ofWhom = [...kinds, shiftOpened({ permission: 'reports' })];
    const statements = await written([fold(issued, configured())], [lost], ofWhom);
    const stops = statements.filter(({ into }) => into === 'app.deliveries');
    expect(stops.map(({ values }) => values)).toEqual([[ofKey.key_id, 'permission_missing', ['shift.opened']]]);
  });

  test('the end of a key ends the calls that wait for it, due or not', async () => {
    const revoked = { type: 'KeyRevoked', data: { ...ofKey, revoked_at: '2026-03-02T10:00:00.000Z' } };
    const statements = await written([fold(issued, configured())], [revoked]);
    expect(statements).toContainEqual({ into: 'app.deliveries', values: [ofKey.key_id, 'key_revoked', null] });
  });
});
