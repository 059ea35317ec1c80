import type pg from 'pg';
import { z } from 'zod';
import { localTimestamp } from '../../commands/fields/answer-fields.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import { conflict, notFound } from '../../domain/refusal.ts';
import { listShowcases } from '../../projections/menu/index.ts';
import type { PointViews } from '../../projections/menu/point-views.ts';
import { brandTimezone } from '../../projections/points/queries.ts';
import type { KeyRecord } from '../http/key-record.ts';
import { queryId } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { preserialised } from '../http/route-answer.ts';
import { requirePointView } from '../points.ts';
import { menuSchema, nomenclatureSchema, stopListSchema } from './menu-schema.ts';
import { pointQuery } from './partner.ts';

export interface MenuRouteDependencies {
  readonly points: PointViews;
  readonly pool: pg.Pool;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** See docs/domain.md#menu. */
export const menuRoutes = ({ points, pool, clock }: MenuRouteDependencies): Route[] => [
  defineRoute({
    method: 'get',
    operationId: 'listMenus',
    path: '/menus',
    audience: 'partner',
    tags: ['Menu'],
    summary: 'Showcases the venue selected for the key',
    responses: {
      200: z.object({
        menus: z.array(
          z.object({ id: z.int(), name: z.string(), description: z.string().nullable(), updated_at: localTimestamp() }),
        ),
      }),
    },
    errors: [409],
    handler: async (request) => {
      const { brandId, caller } = request;
      const [showcases, timezone] = await Promise.all([
        listShowcases(pool, brandId, selectionOf(caller)),
        brandTimezone(pool, brandId, caller.point_ids),
      ]);
      const menus = showcases.map((menu) => ({ ...menu, updated_at: toLocalTimestamp(menu.updated_at, timezone) }));
      return { body: { menus } };
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'getMenu',
    path: '/menus/:id',
    audience: 'partner',
    tags: ['Menu'],
    summary: 'A showcase with the prices and availability of a point',
    description: 'Names and descriptions are in the one language in which the venue wrote them.',
    params: z.object({ id: queryId() }),
    query: pointQuery,
    readAfter: 'stop-list',
    responses: { 200: menuSchema },
    hasEtag: true,
    errors: [404, 409],
    handler: async (request) => {
      const { params, query, caller } = request;
      const selection = selectionOf(caller) ?? [params.id];
      const point = await requirePointView(points, request, query.point_id);
      if (!selection.includes(params.id)) throw notFound('menu_not_found');
      const at = new Date(clock()).toISOString();
      const menu = await points.renderMenu(point, params.id, selection, at);
      if (!menu) throw notFound('menu_not_found');
      return preserialised(menu.bytes, menu.etag);
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'getNomenclature',
    path: '/nomenclature',
    audience: 'partner',
    tags: ['Menu'],
    summary: "The brand's whole catalogue with the prices and availability of a point",
    description:
      'Internal names, and also what is in no showcase. Products not put on sale at the point have is_available false: an order with them is refused.',
    query: pointQuery,
    readAfter: 'stop-list',
    responses: { 200: nomenclatureSchema },
    hasEtag: true,
    errors: [404, 409],
    handler: async (request) => {
      const { query, caller } = request;
      const selection = selectionOf(caller) ?? [];
      const point = await requirePointView(points, request, query.point_id);
      const at = new Date(clock()).toISOString();
      const { bytes, etag } = await points.renderNomenclature(point, selection, at);
      return preserialised(bytes, etag);
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'getStopList',
    path: '/stop-list',
    audience: 'partner',
    tags: ['Menu'],
    summary: 'Products that are out, or nearly out, at a point',
    query: pointQuery,
    readAfter: 'stop-list',
    responses: { 200: stopListSchema },
    errors: [404],
    handler: async (request) => {
      const { point_id } = request.query;
      const { stop_list } = await requirePointView(points, request, point_id);
      return { body: { stop_list: stop_list.items } };
    },
  }),
];

/**
 * The showcases that the venue has selected for a key: menu_not_selected (409) without any. Null for a person, who sees
 * every showcase of the brand, and the prices of the point.
 */
const selectionOf = ({ account, showcase_ids }: KeyRecord): readonly number[] | null => {
  if (account) return null;
  if (showcase_ids.length === 0) throw conflict('menu_not_selected');
  return showcase_ids;
};
