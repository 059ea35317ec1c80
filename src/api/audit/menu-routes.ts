import { z } from 'zod';
import { isKeysPoint } from '../../commands/bus/caller.ts';
import { conflict, notFound } from '../../domain/refusal.ts';
import {
  catalogueFolding,
  keyFolding,
  pointMenuFolding,
  showcaseFolding,
  stopListFolding,
} from '../../projections/as-of/foldings.ts';
import { drawMenu, wallClock } from '../../projections/menu/draw-menu.ts';
import { type RenderedMenu, withUnits } from '../../projections/menu/index.ts';
import { pointMenuThen, stopListThen } from '../../projections/menu/menu-then.ts';
import { queryId, queryMoment, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { preserialised } from '../http/route-answer.ts';
import { menuSchema, stopListSchema } from '../partner/menu-schema.ts';
import { parseAt } from './at.ts';
import type { AuditLine } from './audit-lines.ts';
import type { Asker } from './entity.ts';
import { createThen, pointThen, type Then, type ThenDependencies } from './points-then.ts';

const params = z.object({ point_id: queryUuid() });
const at = queryMoment().optional();

/** The menu of a point as a partner read it at a moment. The same code makes it, from the events up to that moment. */
export const auditMenuRoutes = (deps: ThenDependencies, lineOf: AuditLine): Route[] => {
  const thenOf = createThen(deps);
  const ofPoint = { method: 'get', audience: 'auditor', tags: ['Audit'], params } as const;
  return [
    defineRoute({
      ...ofPoint,
      operationId: 'getMenuThen',
      path: '/points/:point_id/menu',
      summary: 'A menu as GET /v1/menus/{id} answered at an instant or a log position',
      description:
        'The same bytes. Prices of a window follow the clock: with a position, of when its event was recorded. ' +
        '`key_id`: as the partner with this key read it; without it, as a partner with this one menu.',
      query: z.object({ at, menu_id: queryId(), key_id: queryUuid().optional() }),
      responses: { 200: menuSchema },
      hasEtag: true,
      errors: [404, 409],
      handler: async (request) => {
        const { menu_id, key_id } = request.query;
        const then = thenOf(request, parseAt(request.query.at));
        const { point_id } = request.params;
        const audit = async () => {
          const { timezone } = await pointThen(then, point_id);
          const ids = key_id === undefined ? [menu_id] : await showcasesOf(then, key_id, point_id);
          return renderThen(then, request, { point_id, timezone, menu_id, ids });
        };
        const menu = await lineOf(request).run(audit, request.signal);
        return preserialised(menu.bytes, menu.etag);
      },
    }),
    defineRoute({
      ...ofPoint,
      operationId: 'getStopListThen',
      path: '/points/:point_id/stop-list',
      summary: 'The stop-list as GET /v1/stop-list answered at an instant or a log position',
      query: z.object({ at }),
      responses: { 200: stopListSchema },
      errors: [404],
      handler: async (request) => {
        const then = thenOf(request, parseAt(request.query.at));
        const { point_id } = request.params;
        const audit = async () => {
          await pointThen(then, point_id);
          return stopListThen(await then.fold(stopListFolding, point_id));
        };
        const { items } = await lineOf(request).run(audit, request.signal);
        return { body: { stop_list: items } };
      },
    }),
  ];
};

/** The showcases that the venue had selected for the key. Refuses as the key itself was refused. */
const showcasesOf = async (then: Then, keyId: string, pointId: string): Promise<readonly number[]> => {
  const key = await then.fold(keyFolding, keyId);
  if (!key) throw notFound('key_not_found');
  if (key.showcase_ids.length === 0) throw conflict('menu_not_selected');
  if (!isKeysPoint(key, pointId)) throw notFound('point_not_found');
  return key.showcase_ids;
};

interface AskedMenu {
  readonly point_id: string;
  readonly timezone: string;
  readonly menu_id: number;
  /** All showcases of the key. */
  readonly ids: readonly number[];
}

const renderThen = async (
  then: Then,
  { brandId }: Asker,
  { point_id, timezone, menu_id, ids }: AskedMenu,
): Promise<RenderedMenu> => {
  if (!ids.includes(menu_id)) throw notFound('menu_not_found');
  const selected = await Promise.all(ids.map((id) => then.fold(showcaseFolding, String(id))));
  const showcases = selected.filter((showcase) => showcase !== null);
  // The catalogue is read only after these checks: a caller who guesses ids must not cause such a read.
  if (!showcases.some((showcase) => showcase.menu_id === menu_id)) throw notFound('menu_not_found');
  const [catalogue, pointMenu, stopList] = await Promise.all([
    then.fold(catalogueFolding, brandId),
    then.fold(pointMenuFolding, point_id),
    then.fold(stopListFolding, point_id),
  ]);
  const menu = pointMenuThen({ catalogue, showcases, pointMenu });
  const sheet = await drawMenu(menu, menu_id, wallClock(menu, timezone, await then.instant()), ids);
  if (!sheet) throw notFound('menu_not_found');
  return withUnits(sheet, stopListThen(stopList).units);
};
