import type pg from 'pg';
import type { Hearers, WebhookKind, WebhookViews } from '../../commands/webhooks/webhook-kind.ts';
import { isOf, typesOf } from '../../domain/event-catalogue.ts';
import { accessKeyEvents } from '../../domain/keys/events.ts';
import { webhookStop } from '../../domain/keys/webhook.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import type { Follower } from '../engine/process.ts';
import { deleteSecrets } from '../outbound/secrets.ts';
import { kindsWithoutPermission, tellingsOf } from './kinds.ts';
import { bodyOf, enqueue, type NewDelivery, pingDelivery, resend, stopAll } from './queue.ts';
import { evolveTarget, isToldOf, readTargets, type Target, writeTarget } from './targets.ts';
import { toOffsetTimestamp } from './timestamp.ts';

export interface WebhookFollowerOptions {
  readonly kinds: readonly WebhookKind[];
  /** Look-ups for what this event does not contain. */
  readonly viewsOf: (event: RecordedEvent) => WebhookViews;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const OF_KEYS = typesOf(accessKeyEvents);

/**
 * Puts calls to partners in the queue. It knows keys and webhooks from the log itself, so that the order of events
 * decides who is told what, and not the moment of the look-up.
 */
export const createWebhookFollower = ({ kinds, viewsOf, clock }: WebhookFollowerOptions): Follower => {
  const kindsByType = Map.groupBy(
    kinds.flatMap((kind) => kind.types.map((type: string) => ({ type, kind }))),
    ({ type }) => type,
  );
  const deliveriesOf = async (event: RecordedEvent, targets: Iterable<Target>): Promise<NewDelivery[]> => {
    const { brand_id, occurred_at: instant } = event.metadata;
    const partners = [...targets].filter((target) => target.brand_id === brand_id);
    // Most brands have no webhooks at all.
    if (partners.every(({ webhook }) => webhook === null)) return [];
    const at = clock();
    const created_at = new Date(at).toISOString();
    const deliveries: NewDelivery[] = [];
    const views = viewsOf(event);
    const zoneOf = async (pointId: string | null): Promise<string> =>
      pointId === null ? 'UTC' : await views.timezoneOf(pointId);
    const heardBy = (kindsByType.get(event.type) ?? []).map(({ kind }) => kind);
    for (const { kind, notice, eventIdFor } of await tellingsOf(heardBy, event, views)) {
      const told = partners.filter(
        (target) => isFor(notice.to, target) && isToldOf(target, { kind, point_id: notice.point_id, at }),
      );
      if (told.length === 0) continue;
      const occurred_at = toOffsetTimestamp(instant, notice.timezone ?? (await zoneOf(notice.point_id)));
      for (const { key_id, webhook } of told) {
        const event_id = eventIdFor(key_id);
        const body = bodyOf({ event_id, event: kind.event, occurred_at, data: notice.data });
        deliveries.push({
          brand_id,
          key_id,
          event: kind.event,
          event_id,
          position: event.position,
          url: webhook!.url,
          body,
          created_at,
        });
      }
    }
    return deliveries;
  };

  const handle = async (events: readonly RecordedEvent[], tx: pg.PoolClient): Promise<void> => {
    const targets = await readTargets(tx, [...new Set(events.map(({ metadata }) => metadata.brand_id))]);
    const changed = new Set<string>();
    const replacedSecrets: string[] = [];
    const deliveries: NewDelivery[] = [];
    for (const event of events) {
      deliveries.push(...(await deliveriesOf(event, targets.values())));
      if (!isOf(event, ...OF_KEYS)) continue;
      const { key_id } = event.data;
      const before = targets.get(key_id);
      const after = evolveTarget(before, event);
      if (after === undefined) continue;
      if (event.type === 'WebhookPinged') deliveries.push(pingDelivery(event.data));
      const secretBefore = before?.webhook?.secret_id;
      if (secretBefore !== undefined && secretBefore !== after.webhook?.secret_id) replacedSecrets.push(secretBefore);
      targets.set(key_id, after);
      changed.add(key_id);
    }

    await enqueue(tx, deliveries);
    for (const event of events) {
      if (!isOf(event, 'DeliveryResent')) continue;
      await resend(tx, event.data.delivery_id, event.data.resent_at, event.position);
    }
    for (const keyId of changed) {
      const target = targets.get(keyId)!;
      await writeTarget(tx, target);
      const stop = webhookStop(target, clock());
      if (stop !== null) await stopAll(tx, keyId, stop);
      else await stopAll(tx, keyId, 'permission_missing', kindsWithoutPermission(kinds, target));
    }
    await deleteSecrets(tx, replacedSecrets);
  };

  return { name: 'webhooks', types: [...new Set([...OF_KEYS, ...kindsByType.keys()])], startAt: 'start', handle };
};

const isFor = (to: Hearers, { key_id }: Target): boolean => {
  if (to === 'all') return true;
  return 'only' in to ? to.only === key_id : to.except !== key_id;
};
