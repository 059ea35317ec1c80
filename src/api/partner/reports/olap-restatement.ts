import { z } from 'zod';
import { integer } from '../../../commands/fields/fields.ts';
import { invalid, Refusal } from '../../../domain/refusal.ts';
import type { EventStore, RecordedEvent } from '../../../event-store/event-store.ts';
import { validAt } from '../../../projections/engine/versioned.ts';
import { chequeNumbers } from '../../../projections/orders/cheques/queries-numbers.ts';
import type { AsOf, Moment } from '../../../projections/reports/moment.ts';
import { type Plan, planOf } from '../../../projections/reports/olap/plan.ts';
import { type RestatedRow, readRestatement } from '../../../projections/reports/olap/read-restatement.ts';
import { columnsOf } from '../../../projections/reports/olap/report-sql.ts';
import { MAX_EVENTS } from '../../../projections/reports/olap/restatement-sql.ts';
import type { Snapshot } from '../../../projections/reports/snapshot.ts';
import type { TextRow } from '../../../projections/reports/stream-texts.ts';
import { weightOfPeriod } from '../../../projections/reports/weight.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { RouteRequest } from '../../http/route-request.ts';
import { requirePointIds } from '../report-query.ts';
import { asOfSchema, bodyAsOf, bodyMoment } from './as-of.ts';
import { columnSchema, type OlapDependencies, olapRoute, scopeOf, values } from './olap.ts';
import { questionFields, questionOf } from './olap-body.ts';
import { viewColumn } from './olap-columns.ts';
import { toJson, withTexts } from './olap-writer.ts';

const MAX_ROWS = 1_000;
const ROWS = 100;

const measures = z.record(z.string(), z.number().nullable());

const event = z.object({
  position: z.int(),
  event_id: z.uuid(),
  type: z.string(),
  occurred_at: z.string().meta({ description: 'When it happened, ISO 8601 in UTC' }),
  recorded_at: z.string().meta({ description: 'When it was recorded, ISO 8601 in UTC' }),
  order_id: z
    .int()
    .nullable()
    .meta({ description: 'The order or cheque that it is of; null: of none, as a mark of attendance' }),
  cheque_number: z
    .int()
    .nullable()
    .meta({ description: 'Null: of no cheque, or of one that was not closed by as_of_to' }),
});

const row = z.object({
  key: values.meta({ description: 'The keys and names of the row' }),
  before: measures.nullable().meta({ description: 'Null: the earlier report does not have the row' }),
  after: measures.nullable().meta({ description: 'Null: the later report does not have the row' }),
  events_count: z.int(),
  events: z.array(event).meta({ description: `The first ${MAX_EVENTS} events that changed it` }),
});

const DESCRIPTION = `Why is last Monday's revenue another one today? The body of POST /reports/olap, with two moments instead of
\`as_of\`: the rows whose values differ, and the events that changed the facts in them. A row without events differs because a name list
moved it, such as a product's menu folder.`;

type RestatementDependencies = OlapDependencies & { readonly store: Pick<EventStore, 'readAt'> };

/** See docs/reports.md. */
export const olapRestatementRoute = (deps: RestatementDependencies): Route =>
  defineRoute({
    ...olapRoute,
    method: 'post',
    operationId: 'compareOlapReports',
    path: '/reports/olap/restatement',
    summary: 'Rows of a report that two moments know differently, and why',
    description: DESCRIPTION,
    body: z.object({
      ...questionFields,
      limit: integer()
        .min(1)
        .max(MAX_ROWS)
        .default(ROWS)
        .meta({ description: `At most so many rows; ${ROWS} unless told` }),
      as_of_from: bodyMoment(),
      as_of_to: bodyAsOf(),
    }),
    responses: {
      200: z.object({
        kind: questionFields.kind,
        date_from: z.iso.date(),
        date_to: z.iso.date(),
        as_of_from: asOfSchema,
        as_of_to: asOfSchema,
        columns: z.array(columnSchema),
        rows: z.array(row),
        rows_count: z.int(),
        has_more: z.boolean(),
      }),
    },
    errors: [404],
    handler: async (request) => {
      const { as_of_from, as_of_to, point_id, ...asked } = request.body;
      const plan = planOf(questionOf(asked));
      const pointIds = await requirePointIds(deps.pool, request, point_id);
      const from = await snapshotOf(deps, request, plan, 'as_of_from', as_of_from, async ({ moment }) => moment);
      const { to, rows } = await snapshotOf(
        deps,
        request,
        plan,
        'as_of_to',
        as_of_to,
        async ({ db, moment, valid }) => {
          if (moment.position < from.position) throw invalid('period_reversed', { field: 'as_of_to' });
          const scopes = {
            from: scopeOf(plan, request.brandId, pointIds, (alias) => validAt(alias, from.position)),
            to: scopeOf(plan, request.brandId, pointIds, valid),
            positions: { from: from.position, to: moment.position },
          };
          return { to: moment, rows: await readRestatement(db, plan, scopes, asked.limit + 1) };
        },
      );
      return { body: await answerOf(deps, request, plan, { from, to, rows, limit: asked.limit }) };
    },
  });

/** Reads as of one of the two moments. A refusal of the moment names its field. */
const snapshotOf = async <T>(
  { readSnapshot }: OlapDependencies,
  { brandId, signal }: Pick<RouteRequest, 'brandId' | 'signal'>,
  plan: Plan,
  field: string,
  as_of: AsOf | undefined,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> => {
  try {
    const weight = field === 'as_of_to' ? weightOfPeriod(plan.question) : 'light';
    return await readSnapshot({ brand_id: brandId, as_of, readModels: plan.kind.readModels, signal, weight }, work);
  } catch (error) {
    if (error instanceof Refusal && error.params.field === 'as_of') throw invalid(error.code, { field });
    throw error;
  }
};

interface Restatement {
  readonly from: Moment;
  readonly to: Moment;
  readonly rows: readonly RestatedRow[];
  readonly limit: number;
}

const answerOf = async (
  deps: RestatementDependencies,
  { brandId, language }: Pick<RouteRequest, 'brandId' | 'language'>,
  plan: Plan,
  { from, to, rows, limit }: Restatement,
) => {
  const { kind, date_from, date_to } = plan.question;
  const columns = columnsOf(plan);
  const keys = columns.filter(({ role }) => role === 'dimension');
  const measured = columns.filter(({ role }) => role === 'measure');
  const shown = rows.slice(0, limit);
  const positions = [...new Set(shown.flatMap((one) => one.positions))].sort((a, b) => a - b);
  const recorded = await deps.store.readAt(positions);
  const numbers = await chequeNumbers(deps.pool, brandId, [...new Set(recorded.flatMap(orderOf))], to.position);
  const events = new Map(recorded.map((one) => [one.position, viewEvent(one, numbers)]));
  const object = (of: typeof columns, texts: TextRow | null): Record<string, unknown> | null =>
    texts && JSON.parse(toJson(of, texts));
  return {
    kind,
    date_from,
    date_to,
    as_of_from: from,
    as_of_to: to,
    columns: columns.map((column) => viewColumn(column, language)),
    rows: shown.map((one) => ({
      key: object(keys, withTexts(keys, one.key, language)),
      before: object(measured, one.before),
      after: object(measured, one.after),
      events_count: one.events,
      events: one.positions.map((position) => events.get(position)!),
    })),
    rows_count: shown.length,
    has_more: rows.length > limit,
  };
};

const viewEvent = (recorded: RecordedEvent, numbers: ReadonlyMap<number, number>) => {
  const { position, id, type, metadata, recorded_at } = recorded;
  const [order_id = null] = orderOf(recorded);
  // A closing has a number of its own: in another shift, the same cheque had another one.
  const { cheque_number = numbers.get(order_id ?? 0) ?? null } = recorded.data as { cheque_number?: number };
  const happened = { occurred_at: metadata.occurred_at, recorded_at };
  return { position, event_id: id, type, ...happened, order_id, cheque_number };
};

/** The order that the event is of, if it is of one. */
const orderOf = ({ data }: RecordedEvent): number[] => {
  const { order_id } = data as { readonly order_id?: number };
  return order_id === undefined ? [] : [order_id];
};
