import { z } from 'zod';
import { amount, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { mapInTurns } from '../../../concurrency/turns.ts';
import { toLocalTimestamp } from '../../../domain/local-time.ts';
import {
  COUNTERPARTY_READ_MODELS,
  organizationBalances,
  supplierBalances,
  totalsOf,
} from '../../../projections/counterparties/balances.ts';
import { queryBoolean, queryUuids } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { csvQuery } from '../exports-csv.ts';
import { requirePointIds } from '../report-query.ts';
import { asOfSchema, queryAsOf } from './as-of.ts';
import type { ReportDependencies } from './dependencies.ts';
import { reportAnswer, reportResponse } from './report-answer.ts';

const totals = z.object({
  debt: amount().meta({ description: 'The sum of the balances below zero, without their sign' }),
  prepaid: amount().meta({ description: 'The sum of the balances above zero' }),
});

const organization = z.object({
  organization_id: z.int(),
  name: z.string(),
  short_name: z.string().nullable(),
  tin: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  region_id: z.int().nullable(),
  region_name: z.string().nullable(),
  district_id: z.int().nullable(),
  district_name: z.string().nullable(),
  is_own_point: z.boolean(),
  debt_limit: amount().nullable(),
  created_at: localTimestamp(),
  balance: amount().meta({ description: 'Below zero: the organization owes' }),
});
const organizations = z.object({
  count: z.int(),
  totals,
  organizations: z.array(organization),
  as_of: asOfSchema,
});

const supplier = z.object({
  supplier_id: z.int(),
  name: z.string(),
  phone: z.string().nullable(),
  tin: z.string().nullable(),
  type_name: z.string().nullable(),
  is_internal: z.boolean(),
  created_at: localTimestamp(),
  balance: amount().meta({ description: 'Below zero: the venue owes' }),
});
const suppliers = z.object({ count: z.int(), totals, suppliers: z.array(supplier), as_of: asOfSchema });

const query = z.object({
  point_id: queryUuids().optional().meta({ description: 'Only what counts for these points' }),
  only_debt: queryBoolean().default(false).meta({ description: 'Only balances below zero' }),
  as_of: queryAsOf(),
  ...csvQuery,
});

type Registered = { readonly registered_at: Date; readonly timezone: string; readonly balance: number };

const view = <Row extends Registered>({ registered_at, timezone, ...row }: Row) => ({
  ...row,
  created_at: toLocalTimestamp(registered_at.toISOString(), timezone),
});

const ofReports = {
  method: 'get',
  audience: 'partner',
  permission: 'reports',
  limit: 'reports',
  tags: ['Reports'],
  errors: [404],
} as const;

/** See docs/reports.md#organizations. */
export const counterpartyRoutes = ({ pool, readSnapshot }: ReportDependencies): Route[] => {
  const balances = async <Row extends Registered>(
    request: Parameters<typeof requirePointIds>[1] &
      Parameters<Route['handler']>[0] & { query: z.output<typeof query> },
    list: 'organizations' | 'suppliers',
    columns: readonly string[],
    read: (...of: Parameters<typeof organizationBalances>) => Promise<Row[]>,
  ) => {
    const { as_of, point_id, only_debt } = request.query;
    const brand_id = request.brandId;
    const point_ids = await requirePointIds(pool, request, point_id);
    const asked = { brand_id, as_of, readModels: COUNTERPARTY_READ_MODELS, signal: request.signal };
    return readSnapshot(asked, async (snapshot) => {
      const { moment } = snapshot;
      const rows = await read(snapshot, { brand_id, point_ids, only_debt });
      const body = { count: rows.length, totals: totalsOf(rows), [list]: await mapInTurns(rows, view), as_of: moment };
      return reportAnswer(request, { body, list, columns, moment });
    });
  };

  return [
    defineRoute({
      ...ofReports,
      operationId: 'getOrganizationsReport',
      path: '/reports/organizations',
      summary: 'Organizations with their balances',
      query,
      responses: { 200: reportResponse(organizations, 'Organizations by name') },
      handler: (request) => balances(request, 'organizations', Object.keys(organization.shape), organizationBalances),
    }),
    defineRoute({
      ...ofReports,
      operationId: 'getSuppliersReport',
      path: '/reports/suppliers',
      summary: 'Suppliers with their balances',
      query,
      responses: { 200: reportResponse(suppliers, 'Suppliers by name') },
      handler: (request) => balances(request, 'suppliers', Object.keys(supplier.shape), supplierBalances),
    }),
  ];
};
