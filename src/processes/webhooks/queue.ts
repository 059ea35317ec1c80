import type pg from 'pg';
import type { WebhookTest } from '../../commands/webhooks/webhook-service.ts';
import { bigintArray, textArray, timestampArray, uuidArray } from '../../database/binary-array.ts';
import type { WebhookPinged } from '../../domain/keys/events.ts';
import { toOffsetTimestamp } from '../../domain/local-time.ts';

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** A delivery that is about to be put in the queue. */
export interface NewDelivery {
  /** Minted unless given. */
  readonly id?: number;
  readonly brand_id: string;
  readonly key_id: string;
  readonly event: string;
  readonly event_id: string;
  readonly position: number;
  readonly url: string;
  readonly body: string;
  /** Calls of a lane to a key go out one after another. Left out: it waits for no other. */
  readonly lane?: number;
  /** Employees whom the body names. */
  readonly employee_ids?: readonly number[];
  /** ISO 8601 instant from which it is due. */
  readonly created_at: string;
}

/** An advisory lock. */
const QUEUE_LOCK = 8_451_020;

const ENQUEUE = `
  insert into app.deliveries
    (id, kind, brand_id, key_id, event, event_id, position, url, body, lane, employee_ids, status, created_at,
    next_attempt_at)
  select coalesce(n.id, nextval('app.ids')), 'webhook', n.brand_id, n.key_id, n.event, n.event_id, n.position, n.url,
    n.body, n.lane, n.employee_ids::bigint[], 'pending', n.created_at, n.created_at
  from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::bigint[], $7::text[], $8::text[],
      $9::bigint[], $10::text[], $11::timestamptz[]) with ordinality
    as n (id, brand_id, key_id, event, event_id, position, url, body, lane, employee_ids, created_at, ordinality)
  order by n.ordinality
  on conflict do nothing`;

/** A column each: as JSON, Postgres would read every character of the bodies several times. */
const columnsOf = (deliveries: readonly NewDelivery[]): Buffer[] => [
  bigintArray(deliveries.map(({ id }) => id)),
  uuidArray(deliveries.map(({ brand_id }) => brand_id)),
  uuidArray(deliveries.map(({ key_id }) => key_id)),
  textArray(deliveries.map(({ event }) => event)),
  uuidArray(deliveries.map(({ event_id }) => event_id)),
  bigintArray(deliveries.map(({ position }) => position)),
  textArray(deliveries.map(({ url }) => url)),
  textArray(deliveries.map(({ body }) => body)),
  bigintArray(deliveries.map(({ lane }) => lane)),
  textArray(deliveries.map(({ employee_ids }) => employee_ids && `{${employee_ids}}`)),
  timestampArray(deliveries.map(({ created_at }) => Date.parse(created_at))),
];

/**
 * Puts deliveries in the queue, with ids in their order. Those that were in the queue before, by their event_id, stay as they are. Two may do it at
 * the same moment: then either the id or the event_id is found to be there.
 */
export const enqueue = async (db: Queryable, deliveries: readonly NewDelivery[]): Promise<void> => {
  if (deliveries.length > 0) await db.query(ENQUEUE, columnsOf(deliveries));
};

/**
 * Until the transaction ends, nobody else puts calls about changes in the queue. So ids rise in the order in which others
 * see the calls, and who reads them by id misses none.
 */
export const holdQueue = async (tx: Queryable): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock($1)', [QUEUE_LOCK]);
};

/** The body of a call, byte for byte. `occurred_at`: ISO 8601 with an offset. */
export const bodyOf = (content: {
  readonly event_id: string;
  readonly event: string;
  readonly occurred_at: string;
  readonly data: unknown;
}): string => {
  const { event_id, event, occurred_at, data } = content;
  return JSON.stringify({ event_id, event, occurred_at, data });
};

export const pingDelivery = ({
  delivery_id,
  key_id,
  brand_id,
  event_id,
  url,
  pinged_at,
}: WebhookPinged): NewDelivery => {
  const occurred_at = toOffsetTimestamp(pinged_at, 'UTC');
  const body = bodyOf({ event_id, event: 'ping', occurred_at, data: { message: 'ping' } });
  // No read model shows a ping, so it waits for none.
  return { id: delivery_id, brand_id, key_id, event: 'ping', event_id, position: 0, url, body, created_at: pinged_at };
};

/** Its data are an example, and it says so. No read model shows it. */
export const testDelivery = ({ key_id, brand_id, url, kind, at }: WebhookTest, event_id: string): NewDelivery => {
  const { event, example: data = {} } = kind;
  const body = JSON.stringify({ event_id, event, occurred_at: toOffsetTimestamp(at, 'UTC'), test: true, data });
  return { brand_id, key_id, event, event_id, position: 0, url, body, created_at: at };
};

const RESEND = `
  update app.deliveries
  set status = 'pending', next_attempt_at = $2, failures = 0, reason = null, message = null, resent_position = $3
  where id = $1 and resent_position < $3 and body is not null`;

/**
 * Puts a delivery in the queue again, unless its body was deleted. `position`: of the DeliveryResent event, which
 * counts once.
 */
export const resend = async (db: Queryable, deliveryId: number, at: string, position: number): Promise<void> => {
  await db.query(RESEND, [deliveryId, at, position]);
};

/** Thousands may wait for a host that is dead: to write all at once would hold up the calls of every brand for seconds. */
export const STOPPED_AT_ONCE = 1_000;

const STOP = `
  update app.deliveries set status = 'undelivered', next_attempt_at = null, reason = $2
  where status = 'pending' and id = any (array(
    select id from app.deliveries
    where key_id = $1 and status = 'pending' and ($3::text[] is null or event = any($3))
    order by next_attempt_at, id limit ${STOPPED_AT_ONCE}))`;

/**
 * Waiting deliveries of a key become undelivered, and are kept: as many as can be written at once. None of the others is sent:
 * those of a key that has ended follow soon, those without a permission when they are due. `kinds`: only these.
 */
export const stopAll = async (
  db: Queryable,
  keyId: string,
  reason: string,
  kinds?: readonly string[],
): Promise<void> => {
  if (kinds?.length !== 0) await db.query(STOP, [keyId, reason, kinds ?? null]);
};
