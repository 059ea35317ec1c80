import type pg from 'pg';
import { derivedUuid } from '../../commands/loop/envelope.ts';
import { type AccessKeyEvent, accessKeyEvents } from '../../domain/keys/events.ts';
import { webhookStop } from '../../domain/keys/webhook.ts';
import {
  type Reservation,
  type ReservationBookEvent,
  reservationBookEvents,
} from '../../domain/reservations/events.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import type { Follower } from '../engine/process.ts';
import { bodyOf, enqueue, type NewDelivery, pingDelivery, resend, stopAll } from './line.ts';
import { type Notice, noticesOf } from './notices.ts';
import { deleteSecrets } from './secrets.ts';
import { evolveTarget, isToldOf, readTargets, type Target, writeTarget } from './targets.ts';
import { toOffsetTimestamp } from './timestamp.ts';

export interface WebhookFollowerOptions {
  /** A reservation as GET /reservations/{id} shows it. */
  readonly viewReservation: (reservation: Reservation) => unknown;
  /** IANA zone of a point. */
  readonly timezoneOf: (pointId: string) => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const OF_KEYS = Object.keys(accessKeyEvents);
const OF_BOOKS = Object.keys(reservationBookEvents);

/**
 * Puts in line what partners are to be told. It knows keys and webhooks by the log itself, so that what is told to whom
 * follows from the order of events and not from the moment it is looked at.
 */
export const createWebhookFollower = ({ viewReservation, timezoneOf, clock }: WebhookFollowerOptions): Follower => {
  const deliveriesOf = async (event: RecordedEvent, targets: Iterable<Target>): Promise<NewDelivery[]> => {
    const partners = [...targets].filter(({ brand_id }) => brand_id === event.metadata.brand_id);
    // Most brands have no webhooks at all.
    if (partners.every(({ webhook }) => webhook === null)) return [];
    const { type, data } = event as unknown as ReservationBookEvent;
    const timezone = 'timezone' in data ? data.timezone : await timezoneOf(data.point_id);
    const owner = 'source' in data && data.source === 'partner' ? data.key_id : null;
    const occurred_at = toOffsetTimestamp(event.metadata.occurred_at, timezone);
    const at = clock();
    const created_at = new Date(at).toISOString();

    return noticesOf({ type, data } as ReservationBookEvent, timezone).flatMap((notice, index) => {
      const told = partners.filter(
        (target) =>
          isFor(notice, target, owner) && isToldOf(target, { event: notice.event, point_id: data.point_id, at }),
      );
      return told.map(({ key_id, brand_id, webhook }): NewDelivery => {
        const event_id = derivedUuid('webhook', event.id, key_id, index);
        const content = 'reservation' in notice ? viewReservation(notice.reservation) : notice.occupancy;
        const body = bodyOf({ event_id, event: notice.event, occurred_at, data: content });
        return {
          ...{ brand_id, key_id, event: notice.event, event_id, position: event.position },
          ...{ url: webhook!.url, body, created_at },
        };
      });
    });
  };

  const handle = async (events: readonly RecordedEvent[], tx: pg.PoolClient): Promise<void> => {
    const targets = await readTargets(tx, [...new Set(events.map(({ metadata }) => metadata.brand_id))]);
    const changed = new Set<string>();
    const replacedSecrets: string[] = [];
    const deliveries: NewDelivery[] = [];
    for (const event of events) {
      if (!OF_KEYS.includes(event.type)) {
        deliveries.push(...(await deliveriesOf(event, targets.values())));
        continue;
      }
      const keyEvent = event as unknown as AccessKeyEvent;
      const { key_id } = keyEvent.data;
      const before = targets.get(key_id);
      const after = evolveTarget(before, keyEvent);
      if (after === undefined) continue;
      if (keyEvent.type === 'WebhookPinged') deliveries.push(pingDelivery(keyEvent.data));
      const secretBefore = before?.webhook?.secret_id;
      if (secretBefore !== undefined && secretBefore !== after.webhook?.secret_id) replacedSecrets.push(secretBefore);
      targets.set(key_id, after);
      changed.add(key_id);
    }

    await enqueue(tx, deliveries);
    for (const event of events) {
      const { type, data } = event as unknown as AccessKeyEvent;
      if (type === 'DeliveryResent') await resend(tx, data.delivery_id, data.resent_at, event.position);
    }
    for (const keyId of changed) {
      const target = targets.get(keyId)!;
      await writeTarget(tx, target);
      const stop = webhookStop(target, clock());
      if (stop !== null) await stopAll(tx, keyId, stop);
    }
    await deleteSecrets(tx, replacedSecrets);
  };

  return { name: 'webhooks', types: [...OF_KEYS, ...OF_BOOKS], startAt: 'start', handle };
};

/** Whose reservation it is hears of the reservation; all others hear that a place is held or free. */
const isFor = (notice: Notice, { key_id }: Target, owner: string | null): boolean =>
  notice.event === 'occupancy.changed' ? key_id !== owner : key_id === owner;
