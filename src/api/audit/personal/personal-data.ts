import type pg from 'pg';
import { z } from 'zod';
import { text } from '../../../commands/fields/fields.ts';
import { normalisePhone } from '../../../commands/fields/phone.ts';
import { asDomainEvents } from '../../../commands/loop/folded.ts';
import { clientDecider } from '../../../domain/clients/decide.ts';
import { fold } from '../../../domain/decider.ts';
import { notFound } from '../../../domain/refusal.ts';
import { queryId, queryLimit } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { RouteRequest } from '../../http/route-request.ts';
import type { AuditLine } from '../audit-lines.ts';
import { readHistory } from '../read-history.ts';
import {
  gatherPersonalData,
  type Person,
  type PersonalDataSources,
  personalDataAnswer,
} from './gather-personal-data.ts';
import type { Readings } from './readings.ts';

/** A phone for walk-ins has tens of thousands of orders: one answer has so many of them. */
const MOST_ORDERS = 1_000;

export interface PersonalDataDependencies extends PersonalDataSources {
  readonly readings: Readings;
}

/** Everything that is held of a person, and where it comes from: the answer to a request of that person. */
export const personalDataRoutes = (deps: PersonalDataDependencies, lineOf: AuditLine): Route[] => {
  const { store, pool, subjects, readings } = deps;

  const ofClient = async (request: RouteRequest, clientId: number, page: Pick<Person, 'afterOrder' | 'orders'>) => {
    const events = await readHistory(store, `client-${clientId}`, request.signal);
    const client = fold(clientDecider, clientDecider.initial, asDomainEvents(clientDecider, events));
    if (client?.brand_id !== request.brandId) throw notFound('client_not_found');
    if (!client.is_erased) readings.see(clientId);
    return gatherPersonalData(deps, request, { clientId, phone: client.phone, isErased: client.is_erased, ...page });
  };

  const common = {
    audience: 'auditor',
    tags: ['Audit'],
    errors: [404],
    responses: { 200: personalDataAnswer },
  } as const;
  return [
    defineRoute({
      ...common,
      method: 'get',
      operationId: 'listPersonalDataOfClient',
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
      operationId: 'findPersonalData',
      path: '/personal-data',
      summary: 'Everything that is held of whoever has this phone, also without a client',
      description: 'The phone is in the body, so that no log of requests has it.',
      readAfter: 'reservations',
      body: z.object({ phone: text(64) }),
      handler: async (request) => {
        const phone = normalisePhone(request.body.phone, request.caller.country_code, 'phone');
        const read = async () => {
          const { brandId } = request;
          const clientId = await findClient(pool, brandId, subjects.hashPhone(phone));
          const page = { afterOrder: 0, orders: MOST_ORDERS };
          if (clientId !== undefined) return ofClient(request, clientId, page);
          const held = await gatherPersonalData(deps, request, { clientId: null, phone, isErased: false, ...page });
          if (held.events.length === 0 && held.tables.length === 0) throw notFound('client_not_found');
          readings.see(null);
          return held;
        };
        return { body: await lineOf(request).run(read, request.signal) };
      },
    }),
  ];
};

/** `key`: the hash of the phone. */
const findClient = async (pool: pg.Pool, brandId: string, key: string): Promise<number | undefined> => {
  const text = `select id from app.identities
    where app.identity_hash(kind, scope, key) = app.identity_hash('client', $1, $2)`;
  return (await pool.query<{ id: number }>(text, [brandId, key])).rows[0]?.id;
};
