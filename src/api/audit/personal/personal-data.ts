import type pg from 'pg';
import { z } from 'zod';
import { isoTimestamp } from '../../../commands/bus/answer-fields.ts';
import { text } from '../../../commands/fields/fields.ts';
import { normalisePhone } from '../../../commands/fields/phone.ts';
import { asDomainEvents } from '../../../commands/loop/folded.ts';
import { clientDecider } from '../../../domain/clients/decide.ts';
import { fold } from '../../../domain/decider.ts';
import { notFound } from '../../../domain/refusal.ts';
import type { EventStore, RecordedEvent } from '../../../event-store/event-store.ts';
import { hasPersonal } from '../../../event-store/personal-form.ts';
import type { Subjects } from '../../../personal/subjects.ts';
import { orderIdsOf } from '../../../projections/orders/queries-clients.ts';
import { placesOfReservations } from '../../../projections/reservations/history.ts';
import { reservationsOfPhone } from '../../../projections/reservations/queries.ts';
import { queryId, queryLimit } from '../../http/query.ts';
import { defineRoute, type Route, type RouteRequest } from '../../http/route.ts';
import type { AuditLine } from '../audit-lines.ts';
import { inLogOrder } from '../log-order.ts';
import { readHistory } from '../read-history.ts';
import { heldInTables } from './held-in-tables.ts';
import { isPersonal, type Readings } from './readings.ts';

/** A phone for walk-ins has tens of thousands of orders: one answer has so many of them. */
const MOST_ORDERS = 1_000;

export interface PersonalDataDependencies {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly subjects: Pick<Subjects, 'hashPhone'>;
  readonly readings: Readings;
}

const answer = z.object({
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

interface Person {
  readonly clientId: number | null;
  readonly phone: string | null;
  readonly isErased: boolean;
  readonly afterOrder: number;
  readonly orders: number;
}

/** Everything that is held of a person, and where it comes from: the answer to a request of that person. */
export const personalDataRoutes = (deps: PersonalDataDependencies, lineOf: AuditLine): Route[] => {
  const { store, pool, subjects, readings } = deps;

  const gather = async ({ brandId, signal }: RouteRequest, person: Person): Promise<z.input<typeof answer>> => {
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

  const ofClient = async (request: RouteRequest, clientId: number, page: Pick<Person, 'afterOrder' | 'orders'>) => {
    const events = await readHistory(store, `client-${clientId}`, request.signal);
    const client = fold(clientDecider, clientDecider.initial, asDomainEvents(clientDecider, events));
    if (client?.brand_id !== request.brandId) throw notFound('client_not_found');
    if (!client.is_erased) readings.see(clientId);
    return gather(request, { clientId, phone: client.phone, isErased: client.is_erased, ...page });
  };

  const common = { audience: 'auditor', tags: ['Audit'], errors: [404], responses: { 200: answer } } as const;
  return [
    defineRoute({
      ...common,
      method: 'get',
      path: '/clients/:client_id/personal-data',
      summary: 'Everything that is held of a client, and where it comes from',
      readAfter: 'orders',
      params: z.object({ client_id: queryId() }),
      query: z.object({ after_order_id: queryId().optional(), limit: queryLimit(MOST_ORDERS, MOST_ORDERS) }),
      handler: async (request) => {
        const { after_order_id: afterOrder = 0, limit: orders } = request.query;
        const read = () => ofClient(request, request.params.client_id, { afterOrder, orders });
        return { body: await lineOf(request).run(read, request.signal) };
      },
    }),
    defineRoute({
      ...common,
      method: 'post',
      path: '/personal-data',
      summary: 'Everything that is held of whoever has this phone, also without a client',
      description: 'The phone is in the body, so that no log of requests has it.',
      readAfter: 'reservations',
      body: z.object({ phone: text(64) }),
      handler: async (request) => {
        const phone = normalisePhone(request.body.phone, request.caller.country_code, 'phone');
        const read = async () => {
          const { brandId } = request;
          const clientId = await findClient(pool, brandId, [subjects.hashPhone(phone), phone]);
          const page = { afterOrder: 0, orders: MOST_ORDERS };
          if (clientId !== undefined) return ofClient(request, clientId, page);
          const held = await gather(request, { clientId: null, phone, isErased: false, ...page });
          if (held.events.length === 0 && held.tables.length === 0) throw notFound('client_not_found');
          readings.see(null);
          return held;
        };
        return { body: await lineOf(request).run(read, request.signal) };
      },
    }),
  ];
};

/** `keys`: the hash of the phone, and the phone itself, as an earlier version has stored it. */
const findClient = async (pool: pg.Pool, brandId: string, keys: readonly string[]): Promise<number | undefined> => {
  const text = `select i.id from unnest($2::text[]) as k (key)
    join app.identities i on app.identity_hash(i.kind, i.scope, i.key) = app.identity_hash('client', $1, k.key)`;
  return (await pool.query<{ id: number }>(text, [brandId, keys])).rows[0]?.id;
};

const viewOf = ({ position, stream, type, metadata, recorded_at, data }: RecordedEvent) => ({
  ...{ position, stream, type, occurred_at: metadata.occurred_at, recorded_at, path: 'data.personal' as const },
  personal: hasPersonal(data) ? data.personal : {},
});
