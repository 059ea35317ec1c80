import type pg from 'pg';
import type { WebhookKind } from '../../commands/webhooks/webhook-kind.ts';
import type { AccessKeyState } from '../../domain/keys/state.ts';
import { webhookStop } from '../../domain/keys/webhook.ts';
import type { Channel, DueDelivery } from '../outbound/channel.ts';
import { kindsWithoutPermission, type ShownPositions } from './kinds.ts';

/** The deliveries of webhooks in the database. */
export interface WebhookDeliveries {
  /** Only those whose state the read models already show. */
  due(now: Date, shown: ShownPositions, each: number, enough: readonly string[]): Promise<DueDelivery[]>;
  /** Waiting deliveries of keys that have ended become undelivered, some thousands of them. */
  stopEnded(now: Date): Promise<void>;
  /** The same for waiting deliveries of a key that has ended, or lost its permission; with kinds, only for these. */
  stopAll(keyId: string, reason: string, kinds?: readonly string[]): Promise<void>;
}

/**
 * An earlier call of the lane, of which no attempt has failed. One that has failed holds up the others no longer. The keys are
 * compared in a way that no index serves: a lane has few calls, but for each call of a backlog Postgres would read the calls of
 * the whole key before it, whenever its statistics are from before the backlog.
 */
const BEFORE_IT = `e.lane = c.lane and (e.key_id = c.key_id) is not false and e.id < c.id and e.status = 'pending'
  and e.failures = 0`;

/** A kind without its own position waits for nothing. So does a kind that no longer exists. */
export const DUE = `
  select d.* from app.webhook_targets t
  cross join lateral (
    select id, key_id as queue, event, event_id, body, failures, tries, resent_position from app.deliveries c
    where key_id = t.key_id and status = 'pending' and next_attempt_at <= $1
      and position <= coalesce(($2::jsonb ->> event)::bigint, position)
      and (lane is null or not exists (select from app.deliveries e where ${BEFORE_IT}))
    order by next_attempt_at, id limit $3
  ) d
  where t.url is not null and t.key_id <> all ($4::uuid[]) and t.revoked_at is null
    and (t.expires_at is null or t.expires_at > $1)`;

/** Keys that have ended while calls wait for them, some at a time. */
const ENDED = `
  select key_id, case when revoked_at is null then 'key_expired' else 'key_revoked' end as reason
  from app.webhook_targets t
  where (revoked_at is not null or expires_at <= $1)
    and exists (select from app.deliveries where key_id = t.key_id and status = 'pending')
  limit 10`;
/** The rest is left to the next time. */
const STOPS = 10;

export const createWebhookDeliveries = (pool: pg.Pool, stopAll: WebhookDeliveries['stopAll']): WebhookDeliveries => ({
  due: async (now, shown, each, enough) =>
    (await pool.query<DueDelivery>(DUE, [now.toISOString(), JSON.stringify(shown), each, enough])).rows,
  stopEnded: async (now) => {
    for (let stop = 0; stop < STOPS; stop++) {
      const { rows } = await pool.query<{ key_id: string; reason: string }>(ENDED, [now.toISOString()]);
      for (const { key_id, reason } of rows) await stopAll(key_id, reason);
      if (rows.length === 0) return;
    }
  },
  stopAll,
});

export interface WebhookChannelOptions {
  readonly deliveries: WebhookDeliveries;
  readonly kinds: readonly WebhookKind[];
  /** As of now: a key that ended a moment ago gets no more calls. */
  readonly loadKey: (keyId: string) => Promise<AccessKeyState>;
  /** Up to which log position GET shows the changes. */
  readonly shown: () => ShownPositions;
  readonly pauses: readonly number[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Calls to partners: each key has a queue of its own. */
export const createWebhookChannel = (options: WebhookChannelOptions): Channel => {
  const { deliveries, kinds, loadKey, shown, pauses, clock } = options;
  return {
    kind: 'webhook',
    isPaced: true,
    pauses,
    rotateWith: 'RotateWebhookSecret',
    due: (now, each, enough) => deliveries.due(now, shown(), each, enough),
    stopHopeless: deliveries.stopEnded,
    route: async ({ queue, event }) => {
      const key = await loadKey(queue);
      if (key === null) return { kind: 'stopped', reason: 'key_revoked' };
      const stop = webhookStop(key, clock());
      if (stop !== null) return { kind: 'stopped', reason: stop };
      const forbidden = kindsWithoutPermission(kinds, key);
      if (forbidden.includes(event)) return { kind: 'stopped', reason: 'permission_missing', events: forbidden };
      const { url, secret_id } = key.webhook!;
      return { kind: 'open', brand_id: key.brand_id, url, secret_id };
    },
    headersOf: ({ event, event_id }) => ({ 'x-service-event': event, 'x-service-event-id': event_id }),
    stopAll: deliveries.stopAll,
  };
};
