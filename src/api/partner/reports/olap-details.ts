import { z } from 'zod';
import { integer } from '../../../commands/fields/fields.ts';
import type { EventStore, RecordedEvent } from '../../../event-store/event-store.ts';
import { readByCost } from '../../../projections/reports/olap/cost.ts';
import { planOf } from '../../../projections/reports/olap/plan.ts';
import { readDetails } from '../../../projections/reports/olap/read-details.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { requirePointIds } from '../report-query.ts';
import { asOfSchema, bodyAsOf } from './as-of.ts';
import { type OlapDependencies, olapRoute, scopeOf } from './olap.ts';
import { questionFields, questionOf } from './olap-body.ts';
import { cellField, cellFilters } from './olap-cell.ts';

const MAX_ITEMS = 1_000;

const item = z.object({
  cheque_id: z.int().nullable().meta({ description: 'Null: the fact is of no cheque' }),
  cheque_number: z.int().nullable().meta({ description: 'Null: the cheque is not closed' }),
  business_date: z.iso.date(),
  contribution: z.record(z.string(), z.number()).meta({
    description: 'By measure that adds up: what the event added. All items together are the value',
  }),
  distinct: z.record(z.string(), z.array(z.union([z.int(), z.string()]))).meta({
    description:
      'By measure that counts: ids. The value counts each id of all items once. Of guests by lines: ids of their cheques',
  }),
  position: z.int().meta({ description: 'Of the event in the log' }),
  event_id: z.uuid(),
  type: z.string().meta({ description: 'Of the event, as `ChequeClosed`' }),
  order_id: z.int().nullable().meta({ description: 'The order or cheque that the event is of; null: of none' }),
});

const DESCRIPTION = `The cheques and events behind one cell of POST /reports/olap. The same body, and \`cell\`. An item is an event: the
closing of a cheque, a return, a deletion, a mark; a line of which something was returned stands with the event of the return. For
quotients, items tell neither contribution nor ids. While \`has_more\` is true, ask again with \`after_id\` equal to \`next_after_id\`, and name
\`as_of\`, so that all pages are of one moment.`;

/** See docs/reports.md. */
export const olapDetailsRoute = ({
  pool,
  readSnapshot,
  store,
}: OlapDependencies & { store: Pick<EventStore, 'readAt'> }): Route =>
  defineRoute({
    ...olapRoute,
    method: 'post',
    operationId: 'getOlapDetails',
    path: '/reports/olap/details',
    summary: 'The cheques and events behind one cell of a report',
    description: DESCRIPTION,
    body: z.object({
      ...questionFields,
      cell: cellField,
      after_id: integer().min(0).default(0).meta({
        description: 'Items with a greater position: the last of the page before; 0 for the first page',
      }),
      limit: integer().min(1).max(MAX_ITEMS).default(MAX_ITEMS).meta({ description: 'Items on a page' }),
      as_of: bodyAsOf(),
    }),
    responses: {
      200: z.object({
        as_of: asOfSchema,
        value: z.record(z.string(), z.number().nullable()).meta({ description: 'The measures of the cell' }),
        items: z.array(item),
        has_more: z.boolean(),
        next_after_id: z.int(),
      }),
    },
    errors: [404],
    handler: async (request) => {
      const { as_of, point_id, cell, after_id, limit, ...asked } = request.body;
      const plan = planOf(questionOf(asked));
      const filters = cellFilters(plan, cell);
      const pointIds = await requirePointIds(pool, request, point_id);
      const { brandId, signal } = request;
      const { details, moment } = await readByCost(
        readSnapshot,
        { brand_id: brandId, as_of, readModels: plan.kind.readModels, signal },
        { plan, scopeOf: ({ valid }) => scopeOf(plan, brandId, pointIds, valid) },
        async ({ db, moment }, scope) => ({
          details: await readDetails(db, plan, scope, {
            cell: filters,
            after: after_id,
            limit: limit + 1,
          }),
          moment,
        }),
      );
      const items = details.items.slice(0, limit);
      const events = await store.readAt(items.map(({ position }) => position));
      return {
        body: {
          as_of: moment,
          value: details.value,
          items: items.map((one, index) => ({ ...one, ...viewEvent(events[index]!) })),
          has_more: details.items.length > limit,
          next_after_id: items.at(-1)?.position ?? after_id,
        },
      };
    },
  });

const viewEvent = ({ id, type, data }: RecordedEvent) => {
  const { order_id = null } = data as { readonly order_id?: number };
  return { event_id: id, type, order_id };
};
