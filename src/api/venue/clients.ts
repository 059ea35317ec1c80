import type pg from 'pg';
import { z } from 'zod';
import { forbidden, notFound } from '../../domain/refusal.ts';
import { findClientRow, listClients } from '../../projections/clients/queries.ts';
import { countOrders, lastOrdersOf } from '../../projections/orders/queries-clients.ts';
import { addressSchema, viewAddress } from '../clients/client-view.ts';
import { queryBefore, queryId, queryLimit, queryText } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { RouteRequest } from '../http/route-request.ts';
import { venueOrderSchema, viewVenueOrder } from '../orders/venue-order-view.ts';

const client = z.object({
  client_id: z.int(),
  phone: z.string(),
  name: z.string().nullable(),
  registered_on: z.iso.date().meta({ description: 'On the brand’s clock' }),
  points: z.int().meta({ description: 'Of the brand’s own loyalty' }),
  service_points: z
    .int()
    .nullable()
    .meta({ description: 'At the loyalty service, as it said last; null: it has said nothing' }),
});

/** So many orders are shown with the guest. */
const LAST_ORDERS = 20;

const clientWithMore = client.extend({
  orders_count: z.int().meta({ description: 'Without deleted ones' }),
  addresses: z.array(addressSchema),
  orders: z.array(venueOrderSchema).meta({ description: `The last ones, the newest first; at most ${LAST_ORDERS}` }),
});

const ofClients = { method: 'get', audience: 'venue', tags: ['People'] } as const;

/** Clients belong to the whole brand, and so do the commands on them. */
const requireWholeBrand = ({ caller }: Pick<RouteRequest, 'caller'>): void => {
  if (caller.point_ids !== null) throw forbidden('points_forbidden');
};

/** The guests of a brand, for people who look for one. Who was erased is not among them. */
export const venueClientRoutes = (pool: pg.Pool): Route[] => [
  defineRoute({
    ...ofClients,
    operationId: 'listVenueClients',
    path: '/clients',
    summary: 'Guests of the brand, the newest first, also by a part of phone or name',
    query: z.object({
      search: queryText()
        .optional()
        .meta({ description: 'Three digits or more: a part of the phone; else of the name' }),
      before_id: queryBefore(),
      limit: queryLimit(200, 50),
    }),
    readAfter: 'clients',
    responses: {
      200: z.object({ clients: z.array(client), has_more: z.boolean(), next_before_id: z.int().nullable() }),
    },
    handler: async (request) => {
      requireWholeBrand(request);
      const { search, before_id, limit } = request.query;
      const filter = { brandId: request.brandId, search: search ?? null, before: before_id ?? null, limit };
      const rows = await listClients(pool, filter);
      const clients = rows.slice(0, limit).map((row) => ({ ...row, phone: row.phone! }));
      const has_more = rows.length > limit;
      return { body: { clients, has_more, next_before_id: has_more ? clients.at(-1)!.client_id : null } };
    },
  }),
  defineRoute({
    ...ofClients,
    operationId: 'getVenueClient',
    path: '/clients/:client_id',
    summary: 'A guest with addresses, points and the number of orders',
    params: z.object({ client_id: queryId() }),
    readAfter: 'clients',
    responses: { 200: clientWithMore },
    errors: [404],
    handler: async (request) => {
      requireWholeBrand(request);
      const { client_id } = request.params;
      const found = await findClientRow(pool, request.brandId, client_id);
      if (!found) throw notFound('client_not_found');
      const orders_count = await countOrders(pool, request.brandId, client_id);
      const last = await lastOrdersOf(pool, request.brandId, client_id, LAST_ORDERS);
      const orders = last.map((order) => viewVenueOrder(order, request.language));
      const addresses = found.addresses.map((address) => viewAddress({ ...address, is_hidden: false }));
      return { body: { ...found, phone: found.phone!, orders_count, addresses, orders } };
    },
  }),
];
