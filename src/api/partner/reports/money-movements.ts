import { z } from 'zod';
import { amount, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { DIRECTIONS, MONEY_SOURCES, OPERATIONS, PARTY_KINDS, REGISTERS } from '../../../domain/money/shapes.ts';
import {
  GROUPINGS,
  MOVEMENTS_FROM,
  type MovementsFilter,
  readGroups,
  readTotals,
} from '../../../projections/money/movements-report.ts';
import { readNames } from '../../../projections/reports/names-then.ts';
import { requireFewRows } from '../../../projections/reports/report-size.ts';
import type { Snapshot, SnapshotRequest } from '../../../projections/reports/snapshot.ts';
import { weightOfPeriod } from '../../../projections/reports/weight.ts';
import { queryList } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { Answer } from '../../http/route-answer.ts';
import { checkPeriod } from '../../period.ts';
import { csvQuery } from '../exports-csv.ts';
import { periodQuery, requirePointIds } from '../report-query.ts';
import { asOfSchema, queryAsOf } from './as-of.ts';
import type { ReportDependencies } from './dependencies.ts';
import { answerMovements } from './movements-answer.ts';
import { type Asked, reportAnswer, reportResponse } from './report-answer.ts';

const MAX_DAYS = 92;

const query = periodQuery.extend({
  source: queryList(MONEY_SOURCES).optional(),
  direction: z.enum(DIRECTIONS).optional(),
  group_by: z.enum(GROUPINGS).default('movement').meta({ default: 'movement' }),
  as_of: queryAsOf(),
  ...csvQuery,
});

const id = z.int();

const total = z.object({ source: z.enum(MONEY_SOURCES), plus: amount(), minus: amount(), count: z.int() });

const movement = z.object({
  point_id: z.uuid().nullable().meta({ description: 'Null: of the whole brand' }),
  point_name: z.string().nullable(),
  register: z.enum(REGISTERS).meta({ description: 'Together with `id` it is unique' }),
  id,
  business_date: z.iso.date(),
  created_at: localTimestamp(),
  source: z.enum(MONEY_SOURCES),
  account_id: id.nullable(),
  account_code: z.string().nullable(),
  account_name: z.string().nullable(),
  direction: z.enum(DIRECTIONS),
  amount: amount(),
  operation: z.enum(OPERATIONS),
  payment_purpose_id: id.nullable(),
  payment_purpose_name: z.string().nullable(),
  payment_type_id: id.nullable(),
  payment_type_name: z.string().nullable(),
  shift_id: id.nullable(),
  note: z.string().nullable(),
  party_kind: z.enum(PARTY_KINDS).nullable(),
  party_id: id.nullable(),
  party_name: z
    .string()
    .nullable()
    .meta({ description: 'Null as well for an employee whose personal data was erased' }),
});

const group = z.object({
  business_date: z.iso.date().optional().meta({ description: 'With day and day_purpose' }),
  source: z.enum(MONEY_SOURCES),
  direction: z.enum(DIRECTIONS),
  operation: z.enum(OPERATIONS),
  payment_purpose_id: id.nullable().optional().meta({ description: 'With purpose and day_purpose' }),
  payment_purpose_name: z.string().nullable().optional(),
  count: z.int(),
  amount: amount(),
});

const answer = z.object({
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  group_by: z.enum(GROUPINGS),
  as_of: asOfSchema,
  totals: z.array(total).meta({ description: 'By source, of all movements that pass the filters' }),
  movements: z.array(movement).optional().meta({ description: 'With group_by=movement' }),
  groups: z.array(group).optional().meta({ description: 'With every other group_by' }),
});

const DESCRIPTION = `What came to the drawers of tills and to accounts, and what went; sales and returns are no movements.
Movements come by business day, time, register and id. A transfer is two of them: for the turnover of all sources leave out
\`transfer\` and \`shift_revenue\`. Cancelled movements are left out. A key for some points has no movements of the whole
brand.`;

/** See docs/reports.md#movements-of-money. */
export const moneyMovementsRoute = ({ pool, readSnapshot }: Pick<ReportDependencies, 'pool' | 'readSnapshot'>): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getMoneyMovementsReport',
    path: '/reports/money-movements',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: 'Movements of money, one by one or in groups, at most 92 days',
    description: DESCRIPTION,
    query,
    responses: { 200: reportResponse(answer, 'Movements of money, or groups of them') },
    errors: [404],
    handler: async (request) => {
      const { as_of, point_id, source, direction = null, group_by, date_from, date_to } = request.query;
      const period = { date_from, date_to };
      checkPeriod(period, MAX_DAYS);
      const { brandId: brand_id, signal } = request;
      const point_ids = await requirePointIds(pool, request, point_id);
      const filter = { ...period, brand_id, point_ids, sources: source ?? null, direction };
      const weight = weightOfPeriod(period);
      const asked: SnapshotRequest = { brand_id, as_of, readModels: MOVEMENTS_FROM, signal, weight };
      if (group_by === 'movement') {
        return answerMovements(request, filter, { weight, read: (work) => readSnapshot(asked, work) });
      }
      return readSnapshot(asked, (snapshot) => answerGroups(request, filter, group_by, snapshot));
    },
  });

const answerGroups = async (
  asked: Asked,
  filter: MovementsFilter,
  group_by: Exclude<z.output<typeof query>['group_by'], 'movement'>,
  snapshot: Snapshot,
): Promise<Answer> => {
  const { moment } = snapshot;
  const { date_from, date_to, brand_id } = filter;
  const totals = await readTotals(snapshot, filter);
  const found = await readGroups(snapshot, filter, group_by);
  requireFewRows(found.length);
  const nameOf = await readNames(snapshot, brand_id, ['payment_purpose']);
  const groups = found.map(({ count, amount, ...key }) => {
    const { payment_purpose_id } = key;
    const named = payment_purpose_id !== undefined && {
      payment_purpose_name: nameOf('payment_purpose', payment_purpose_id),
    };
    return { ...key, ...named, count, amount };
  });
  const columns = Object.keys(group.shape).filter((name) => {
    if (name === 'business_date') return group_by !== 'purpose';
    return !name.startsWith('payment_purpose') || group_by !== 'day';
  });
  const body = { date_from, date_to, group_by, as_of: moment, totals, groups };
  return reportAnswer(asked, { body, list: 'groups', columns, moment });
};
