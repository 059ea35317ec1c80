import type pg from 'pg';
import type { Hearers, WebhookKind, WebhookViews } from '../../commands/webhooks/webhook-kind.ts';
import { isOf, typesOf } from '../../domain/event-catalogue.ts';
import { accessKeyEvents } from '../../domain/keys/events.ts';
import { webhookStop } from '../../domain/keys/webhook.ts';
import { toOffsetTimestamp } from '../../domain/local-time.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import type { Follower } from '../engine/process.ts';
import { deleteSecrets } from '../outbound/secrets.ts';
import { kindsWithoutPermission, tellingsOf } from './kinds.ts';
import { bodyOf, enqueue, holdQueue, type NewDelivery, pingDelivery, resend, stopAll } from './queue.ts';
import { evolveTarget, hears, isToldOf, readTargets, type Target, writeTarget } from './targets.ts';

export interface WebhookFollowerOptions {
  readonly kinds: readonly WebhookKind[];
  /** Look-ups for what this event does not contain. */
  readonly viewsOf: (event: RecordedEvent) => WebhookViews;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const OF_KEYS = typesOf(accessKeyEvents);

interface NewCall extends NewDelivery {
  /** Of several with the same, the last one is enough. */
  readonly sameAs?: string;
}

/** A menu of five hundred products that is set at once is one call, and not five hundred. */
const withoutRepeats = (deliveries: readonly NewCall[]): NewDelivery[] => {
  const last = new Map(deliveries.map(({ sameAs, event_id }) => [sameAs ?? event_id, event_id]));
  return deliveries
    .filter(({ sameAs, event_id }) => last.get(sameAs ?? event_id) === event_id)
    .map(({ sameAs: _, ...delivery }) => delivery);
};

/**
 * Puts calls to partners in the queue. It knows keys and webhooks from the log itself, so that the order of events
 * decides who is told what, and not the moment of the look-up.
 */
export const createWebhookFollower = ({ kinds, viewsOf, clock }: WebhookFollowerOptions): Follower => {
  const kindsByType = Map.groupBy(
    kinds.flatMap((kind) => kind.types.map((type: string) => ({ type, kind }))),
    ({ type }) => type,
  );
  /**
   * Whether a brand may have webhooks: its events then concern the follower. It is asked in the order of the log, so a brand
   * becomes one with webhooks before the events after that are asked about. Unknown: not looked up yet.
   */
  const withWebhooks = new Map<string, boolean>();
  const concerns = (event: RecordedEvent): boolean => {
    const { brand_id } = event.metadata;
    if (event.type === 'WebhookConfigured') withWebhooks.set(brand_id, true);
    return withWebhooks.get(brand_id) !== false || isOf(event, ...OF_KEYS);
  };
  const noteBrands = (brandIds: readonly string[], targets: Iterable<Target>): void => {
    const configured = new Set([...targets].filter(({ webhook }) => webhook !== null).map(({ brand_id }) => brand_id));
    for (const id of brandIds) if (!withWebhooks.has(id)) withWebhooks.set(id, configured.has(id));
  };

  const deliveriesOf = async (event: RecordedEvent, targets: Iterable<Target>): Promise<NewCall[]> => {
    const { brand_id, occurred_at: instant } = event.metadata;
    const partners = [...targets].filter((target) => target.brand_id === brand_id);
    // Most brands have no webhooks at all.
    if (partners.every(({ webhook }) => webhook === null)) return [];
    const at = clock();
    const created_at = new Date(at).toISOString();
    const deliveries: NewCall[] = [];
    const views = viewsOf(event);
    const zoneOf = async (pointId: string | null): Promise<string> =>
      pointId === null ? 'UTC' : await views.timezoneOf(pointId);
    const heardBy = (kindsByType.get(event.type) ?? [])
      .map(({ kind }) => kind)
      // Ids that are numbered over several kinds need all of them.
      .filter((kind) => kind.numbered === 'together' || partners.some((target) => hears(target, kind, at)));
    for (const { kind, notice, eventIdFor } of await tellingsOf(heardBy, event, views)) {
      const told = partners.filter((target) => isFor(notice.to, target) && isToldOf(target, { ...notice, kind, at }));
      if (told.length === 0) continue;
      const occurred_at = toOffsetTimestamp(instant, notice.timezone ?? (await zoneOf(notice.point_id)));
      const { lane, employee_ids, data: told_data } = notice;
      for (const target of told) {
        const { key_id, webhook } = target;
        const event_id = eventIdFor(key_id);
        const data = typeof told_data === 'function' ? told_data(menusOf(notice.to, target)) : told_data;
        const body = bodyOf({ event_id, event: kind.event, occurred_at, data });
        deliveries.push({
          ...(lane !== undefined && { lane }),
          ...(employee_ids !== undefined && { employee_ids }),
          ...(kind.says_look_again && { sameAs: `${key_id} ${kind.event} ${JSON.stringify(data)}` }),
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
    const brandIds = [...new Set(events.map(({ metadata }) => metadata.brand_id))];
    const targets = await readTargets(tx, brandIds);
    noteBrands(brandIds, targets.values());
    const changed = new Set<string>();
    const replacedSecrets: string[] = [];
    const deliveries: NewCall[] = [];
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

    if (deliveries.length > 0) await holdQueue(tx);
    await enqueue(tx, withoutRepeats(deliveries));
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

  return {
    name: 'webhooks',
    types: [...new Set([...OF_KEYS, ...kindsByType.keys()])],
    concerns,
    // A call waits longer than that for the read models that are to show what it tells.
    gatherMs: 50,
    startAt: 'start',
    begin: () => withWebhooks.clear(),
    handle,
  };
};

/** The menus of the key that the hearers are told of. */
const menusOf = (to: Hearers, { showcase_ids }: Target): readonly number[] => {
  if (to === 'all' || !('with_menu' in to)) return [];
  const { with_menu } = to;
  return with_menu === null ? showcase_ids : showcase_ids.filter((id) => with_menu.includes(id));
};

const isFor = (to: Hearers, target: Target): boolean => {
  const { key_id } = target;
  if (to === 'all') return true;
  if ('with_menu' in to) return menusOf(to, target).length > 0;
  return 'only' in to ? to.only === key_id : to.except !== key_id;
};
