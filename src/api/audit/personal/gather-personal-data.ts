import type pg from 'pg';
import { z } from 'zod';
import { isoTimestamp } from '../../../commands/fields/answer-fields.ts';
import type { EventStore, RecordedEvent } from '../../../event-store/event-store.ts';
import { hasPersonal } from '../../../event-store/personal-form.ts';
import type { Subjects } from '../../../personal/subjects.ts';
import { orderIdsOf } from '../../../projections/orders/queries-clients.ts';
import { placesOfReservations } from '../../../projections/reservations/history.ts';
import { reservationsOfPhone } from '../../../projections/reservations/queries.ts';
import type { RouteRequest } from '../../http/route-request.ts';
import { inLogOrder } from '../log-order.ts';
import { readHistory } from '../read-history.ts';
import { heldInTables } from './held-in-tables.ts';
import { isPersonal } from './readings.ts';

export const personalDataAnswer = z.object({
  client_id: z.int().nullable().meta({ description: 'Null: a guest who is known by the phone alone' }),
  is_erased: z.boolean(),
  phone: z.string().nullable(),
  events: z.array(
    z.object({
      position: z.int(),
      stream: z.string(),
      type: z.string(),
      occurred_at: isoTimestamp(),
      recorded_at: isoTimestamp(),
      path: z.literal('data.personal'),
      personal: z.record(z.string(), z.unknown()),
    }),
  ),
  tables: z.array(z.object({ table: z.string(), what: z.string(), rows: z.int() })),
  next_after_order_id: z
    .int()
    .nullable()
    .meta({ description: 'There are more orders: ask again with `after_order_id`' }),
});

export interface PersonalDataSources {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly subjects: Pick<Subjects, 'hashPhone'>;
}

/** Whose data are gathered, and which page of the person's orders. */
export interface Person {
  readonly clientId: number | null;
  readonly phone: string | null;
  readonly isErased: boolean;
  readonly afterOrder: number;
  readonly orders: number;
}

/** The events and the rows that hold something of a person. */
export const gatherPersonalData = async (
  { store, pool, subjects }: PersonalDataSources,
  { brandId, signal }: Pick<RouteRequest, 'brandId' | 'signal'>,
  person: Person,
): Promise<z.input<typeof personalDataAnswer>> => {
  const { clientId, phone } = person;
  const all = clientId === null ? [] : await orderIdsOf(pool, brandId, clientId);
  const later = all.filter((id) => id > person.afterOrder);
  const orderIds = later.slice(0, person.orders);
  const reservations = phone === null ? [] : await reservationsOfPhone(pool, brandId, phone);
  const { positions } = await placesOfReservations(
    pool,
    brandId,
    reservations.map((it) => it.reservation_id),
  );
  const events: RecordedEvent[] = clientId === null ? [] : await readHistory(store, `client-${clientId}`, signal);
  for (const id of orderIds) events.push(...(await readHistory(store, `order-${id}`, signal)));
  events.push(...(await store.readAt(positions)));
  const hash = phone === null ? null : subjects.hashPhone(phone);
  const tables = await heldInTables(pool, { brandId, clientId, phone, hash, orderIds, positions });
  return {
    client_id: clientId,
    is_erased: person.isErased,
    phone,
    events: inLogOrder(events).filter(isPersonal).map(viewOf),
    tables,
    next_after_order_id: later.length > orderIds.length ? orderIds.at(-1)! : null,
  };
};

const viewOf = ({ position, stream, type, metadata, recorded_at, data }: RecordedEvent) => ({
  position,
  stream,
  type,
  occurred_at: metadata.occurred_at,
  recorded_at,
  path: 'data.personal' as const,
  personal: hasPersonal(data) ? data.personal : {},
});
