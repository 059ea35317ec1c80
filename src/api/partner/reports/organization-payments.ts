import { z } from 'zod';
import { amount, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { mapInTurns } from '../../../concurrency/turns.ts';
import { toLocalTimestamp } from '../../../domain/local-time.ts';
import { MONEY_SOURCES } from '../../../domain/money/shapes.ts';
import { sum } from '../../../domain/money.ts';
import { COUNTERPARTY_READ_MODELS } from '../../../projections/counterparties/balances.ts';
import { type OrganizationPaymentRow, organizationPayments } from '../../../projections/counterparties/payments.ts';
import { queryId } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { checkPeriod } from '../../period.ts';
import { csvQuery } from '../exports-csv.ts';
import { periodQuery, requirePointIds } from '../report-query.ts';
import { asOfSchema, queryAsOf } from './as-of.ts';
import type { ReportDependencies } from './dependencies.ts';
import { reportAnswer, reportResponse } from './report-answer.ts';

const MAX_DAYS = 92;

const payment = z.object({
  payment_id: z.int().meta({ description: 'The id of the movement of money' }),
  point_id: z.uuid(),
  point_name: z.string().nullable(),
  business_date: z.string(),
  created_at: localTimestamp(),
  organization_id: z.int(),
  organization_name: z.string(),
  amount: amount(),
  source: z.enum(MONEY_SOURCES),
  account_id: z.int().nullable(),
  account_name: z.string().nullable(),
  payment_type_id: z.int().nullable(),
  payment_type_name: z.string().nullable(),
  payment_category_id: z.int().nullable(),
  shift_id: z.int().nullable(),
  is_internal: z.boolean(),
  note: z.string().nullable(),
});

const bySource = z.object({ source: z.enum(MONEY_SOURCES), count: z.int(), amount: amount() });

const payments = z.object({
  date_from: z.string(),
  date_to: z.string(),
  totals: z.object({ count: z.int(), amount: amount(), by_source: z.array(bySource) }),
  payments: z.array(payment),
  as_of: asOfSchema,
});

/** See docs/reports.md#payments-of-organizations. */
export const organizationPaymentsRoute = ({ pool, readSnapshot }: ReportDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getOrganizationPayments',
    path: '/reports/organization-payments',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: `What organizations paid, by business day, at most ${MAX_DAYS} days`,
    query: periodQuery.extend({ organization_id: queryId().optional(), as_of: queryAsOf(), ...csvQuery }),
    responses: { 200: reportResponse(payments, 'Payments in the order of time') },
    errors: [404],
    handler: async (request) => {
      const { as_of, point_id, organization_id = null, date_from, date_to } = request.query;
      checkPeriod(request.query, MAX_DAYS);
      const brand_id = request.brandId;
      const point_ids = await requirePointIds(pool, request, point_id);
      const asked = { brand_id, as_of, readModels: COUNTERPARTY_READ_MODELS, signal: request.signal };
      return readSnapshot(asked, async (snapshot) => {
        const { moment } = snapshot;
        const days = [date_from, date_to] as const;
        const rows = await organizationPayments(snapshot, { brand_id, days, point_ids, organization_id });
        const body = {
          date_from,
          date_to,
          totals: totalsOf(rows),
          payments: await mapInTurns(rows, view),
          as_of: moment,
        };
        return reportAnswer(request, { body, list: 'payments', columns: Object.keys(payment.shape), moment });
      });
    },
  });

const view = ({ timezone, created_at, ...row }: OrganizationPaymentRow) => ({
  ...row,
  created_at: toLocalTimestamp(created_at.toISOString(), timezone),
});

/** Sources without a payment are left out. */
const totalsOf = (rows: readonly OrganizationPaymentRow[]) => {
  const ofSource = Map.groupBy(rows, ({ source }) => source);
  const by_source = MONEY_SOURCES.flatMap((source) => {
    const paid = ofSource.get(source);
    return paid ? [{ source, count: paid.length, amount: sum(paid, (row) => row.amount) }] : [];
  });
  return { count: rows.length, amount: sum(rows, (row) => row.amount), by_source };
};
