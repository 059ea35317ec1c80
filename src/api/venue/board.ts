import type pg from 'pg';
import { z } from 'zod';
import type { Order } from '../../domain/orders/state.ts';
import { isFinal, ORDER_STATUSES } from '../../domain/orders/status.ts';
import { boardNames } from '../../projections/board/names.ts';
import { boardShifts } from '../../projections/board/shifts.ts';
import { shownTo } from '../../projections/board/shown-to.ts';
import { stoppedNow } from '../../projections/board/stopped.ts';
import { listOrders } from '../../projections/orders/queries.ts';
import { boardSchema, firstOfBoard, namedBy, viewBoard } from '../board/board-view.ts';
import { queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { requirePoint } from '../points.ts';
import { BOARD_FROM } from '../route-waits.ts';

export interface BoardDependencies {
  readonly pool: pg.Pool;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const OPEN = ORDER_STATUSES.filter((status) => !isFinal(status));

/** Orders that are read at once: others are served between two pages. */
const PAGE = 500;

/** What goes on at a point now. */
export const boardRoute = ({ pool, clock }: BoardDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getBoard',
    path: '/points/:point_id/board',
    audience: 'venue',
    tags: ['Floor'],
    summary: 'What goes on at a point: its till shift, open orders and stop-list',
    description:
      'GET /audit/v1/points/{point_id}/board answers the same as of any moment. Follow the changes by ' +
      'GET /venue/v1/points/{point_id}/stream, from `position` on.',
    params: z.object({ point_id: queryUuid() }),
    readAfter: 'board',
    responses: { 200: boardSchema },
    errors: [404],
    handler: async (request) => {
      const { brandId, caller, language } = request;
      const { point_id } = request.params;
      await requirePoint(pool, request, point_id);
      // Before anything is read: what is recorded meanwhile may be on the board, and comes again.
      const position = request.shownTo ?? (await shownTo(pool, BOARD_FROM));
      const as_of = new Date(clock()).toISOString();
      const [shifts, stopped, open] = await Promise.all([
        boardShifts(pool, brandId, point_id, null),
        stoppedNow(pool, brandId, point_id),
        openOrders(pool, brandId, point_id),
      ]);
      const names = await boardNames(pool, brandId, namedBy({ ...open, stopped }));
      const parts = { point_id, as_of, position, shifts, stopped, names, ...open };
      return { body: viewBoard(parts, language, caller.account?.role !== 'cook') };
    },
  });

/** The orders of a point that are not over, by id: as many as a board has room for. */
export const openOrders = async (pool: pg.Pool, brandId: string, pointId: string) => {
  const asked = { brand_id: brandId, point_ids: [pointId], statuses: OPEN, limit: PAGE };
  const orders: Order[] = [];
  for (;;) {
    const page = await listOrders(pool, { ...asked, after_id: orders.at(-1)?.order_id ?? 0 });
    orders.push(...page.items);
    const onBoard = firstOfBoard(orders);
    if (onBoard.has_more || !page.has_more) return onBoard;
  }
};
