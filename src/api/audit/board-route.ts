import { z } from 'zod';
import { entryOf } from '../../domain/collections/by-id.ts';
import { everIn } from '../../domain/references/state.ts';
import { afterInstant, stepFrom } from '../../projections/activity/queries.ts';
import { brandFolding, catalogueFolding, stopListFolding } from '../../projections/as-of/foldings.ts';
import { type BoardNames, boardNames } from '../../projections/board/names.ts';
import { boardShifts } from '../../projections/board/shifts.ts';
import type { Stopped } from '../../projections/board/stopped.ts';
import { boardSchema, firstOfBoard, MAX_BOARD_ORDERS, namedBy, viewBoard } from '../board/board-view.ts';
import { queryMoment, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { createOpenThen } from './as-of/open-then.ts';
import { parseAt } from './at.ts';
import type { AuditLine } from './audit-lines.ts';
import type { Readings } from './personal/readings.ts';
import { createThen, pointThen, type Then, type ThenDependencies } from './points-then.ts';

export interface BoardThenDependencies extends ThenDependencies {
  readonly readings: Pick<Readings, 'see'>;
}

/** What went on at a point at any moment, as GET /venue/v1/points/{point_id}/board showed it then. */
export const auditBoardRoute = (deps: BoardThenDependencies, lineOf: AuditLine): Route => {
  const { pool, store, readings } = deps;
  const thenOf = createThen(deps);
  const openThen = createOpenThen(deps);

  const positionThen = async (then: Then, pointId: string): Promise<number | null> => {
    const { bound } = then.moment;
    if (bound === null) return store.head();
    if ('position' in bound) return bound.position;
    return (await stepFrom(pool, pointId, afterInstant(bound.instant), 'previous'))?.position ?? null;
  };

  /** What was stopped, by the names of then. */
  const stoppedThen = async (then: Then, pointId: string, brandId: string) => {
    const { entries } = await then.fold(stopListFolding, pointId);
    const stopped = entries.map(([product_id, { quantity, reason }]): Stopped => ({ product_id, quantity, reason }));
    const products = new Map<number, string | null>();
    if (stopped.length === 0) return { stopped, products };
    const catalogue = await then.fold(catalogueFolding, brandId);
    for (const { product_id: id } of stopped) products.set(id, entryOf(catalogue.products, id)?.name ?? null);
    return { stopped, products };
  };

  const tablesThen = async (then: Then, brandId: string): Promise<BoardNames['tables']> => {
    const brand = await then.fold(brandFolding, brandId);
    return new Map(Object.values(brand ? everIn(brand, 'tables') : {}).map(({ table_id, name }) => [table_id, name]));
  };

  return defineRoute({
    method: 'get',
    operationId: 'getBoardThen',
    path: '/points/:point_id/board',
    audience: 'auditor',
    tags: ['Audit'],
    summary: 'What went on at a point at an instant or a log position: its till shift, open orders and stop-list',
    description: 'The shape of GET /venue/v1/points/{point_id}/board. Employees have the names that they have now.',
    params: z.object({ point_id: queryUuid() }),
    query: z.object({ at: queryMoment().optional() }),
    readAfter: 'board',
    responses: { 200: boardSchema },
    errors: [404],
    handler: async (request) => {
      const { brandId, language } = request;
      const { point_id } = request.params;
      const then = thenOf(request, parseAt(request.query.at));
      const audit = async () => {
        await pointThen(then, point_id);
        const [as_of, position, shifts, { stopped, products }, tables, orders] = await Promise.all([
          then.instant(),
          positionThen(then, point_id),
          boardShifts(pool, brandId, point_id, then.moment.bound),
          stoppedThen(then, point_id, brandId),
          tablesThen(then, brandId),
          openThen(then, point_id, request, MAX_BOARD_ORDERS + 1),
        ]);
        const { employees } = await boardNames(pool, brandId, {
          ...namedBy({ orders, stopped }),
          tables: [],
          products: [],
        });
        const names = { tables, employees, products };
        // Names of employees come from read models, where nobody watches.
        if (shifts.length > 0 || names.employees.size > 0) readings.see(null);
        const parts = {
          point_id,
          as_of,
          position,
          shifts,
          stopped,
          names,
          ...firstOfBoard(orders),
        };
        return viewBoard(parts, language, true);
      };
      return { body: await lineOf(request).run(audit, request.signal) };
    },
  });
};
