import type { DomainEvent } from '../../domain/decider.ts';
import type { EventOf } from '../../domain/event-catalogue.ts';
import { promisedAt } from '../../domain/orders/promised.ts';

/**
 * When an order came to each step, in milliseconds: the last time, if it came to it again. When it was placed and ended, its span
 * says. They stand in the row of the order, which each step writes anyway.
 */
export const LIFE_COLUMNS = {
  order_type_id: 'integer',
  timezone: 'text',
  /** Of its placing; of its closing or deletion, when it is over. */
  business_date: 'date',
  promised_ms: 'bigint',
  /** Of a delivery; null: no zone. */
  zone_id: 'bigint',
  zone_name: 'text',
  accepted_ms: 'bigint',
  cooking_ms: 'bigint',
  packed_ms: 'bigint',
  taken_ms: 'bigint',
  delivered_ms: 'bigint',
} as const;

/** What the first event of an order says of its life. */
export const lifeOf = ({ type, data }: EventOf<'OrderPlaced' | 'ChequeOpened'>) => {
  const { order_type_id, timezone, placed_at, placed_business_date: business_date } = data;
  const [scheduled_at, delivery] = type === 'OrderPlaced' ? [data.scheduled_at, data.delivery] : [null, null];
  const promised = promisedAt({ scheduled_at, delivery, placed_at });
  return {
    order_type_id,
    timezone,
    business_date,
    promised_ms: promised === null ? null : Date.parse(promised),
    zone_id: delivery?.zone_id ?? null,
    zone_name: delivery?.zone_name ?? null,
  };
};

const STEPS = {
  OrderAccepted: 'accepted_ms',
  CookingStarted: 'cooking_ms',
  OrderPacked: 'packed_ms',
  OrderHandedToCourier: 'taken_ms',
  OrderDelivered: 'delivered_ms',
} as const;

/** The time of the step that the event is. An event that is none has nothing. */
export const stepOf = ({ type, metadata }: Required<Pick<DomainEvent, 'metadata'>> & { readonly type: string }) =>
  type in STEPS ? { [STEPS[type as keyof typeof STEPS]]: Date.parse(metadata.occurred_at) } : {};
