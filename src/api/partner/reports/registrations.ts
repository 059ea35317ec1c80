import { z } from 'zod';
import { sum } from '../../../domain/money.ts';
import { forbidden } from '../../../domain/refusal.ts';
import {
  REGISTRATION_PERIODS,
  REGISTRATION_READ_MODELS,
  registrations,
} from '../../../projections/counterparties/registrations.ts';
import { queryDate } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { checkPeriod } from '../../period.ts';
import { csvQuery } from '../exports-csv.ts';
import { asOfSchema, queryAsOf } from './as-of.ts';
import type { ReportDependencies } from './dependencies.ts';
import { reportAnswer, reportResponse } from './report-answer.ts';

const MAX_DAYS = 366;

const counts = { new_clients: z.int(), new_organizations: z.int() };
const group_by = z.enum(REGISTRATION_PERIODS);

const row = z.object({
  date: z.string().optional().meta({ description: 'With group_by date' }),
  week: z.string().optional().meta({ description: 'With group_by week: its Monday' }),
  month: z.string().optional().meta({ description: 'With group_by month: YYYY-MM' }),
  ...counts,
});

const report = z.object({
  date_from: z.string(),
  date_to: z.string(),
  group_by,
  rows: z.array(row),
  totals: z.object(counts),
  as_of: asOfSchema,
});

/** See docs/reports.md#registrations. */
export const registrationsRoute = ({ readSnapshot }: ReportDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getRegistrationsReport',
    path: '/reports/registrations',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: `New clients and organizations of the brand, at most ${MAX_DAYS} days`,
    description: 'Clients and organizations are of the whole brand: a key for some points gets 403.',
    query: z.object({
      date_from: queryDate(),
      date_to: queryDate(),
      group_by: group_by.default('month'),
      as_of: queryAsOf(),
      ...csvQuery,
    }),
    responses: { 200: reportResponse(report, 'Periods in which somebody was registered') },
    handler: async (request) => {
      const { as_of, date_from, date_to, group_by: by } = request.query;
      if (request.caller.point_ids !== null) throw forbidden('points_forbidden');
      checkPeriod(request.query, MAX_DAYS);
      const brand_id = request.brandId;
      const asked = { brand_id, as_of, readModels: REGISTRATION_READ_MODELS, signal: request.signal };
      return readSnapshot(asked, async (snapshot) => {
        const { moment } = snapshot;
        const found = await registrations(snapshot, brand_id, [date_from, date_to], by);
        const rows = found.map(({ period, ...new_ones }) => ({ [by]: period, ...new_ones }));
        const totals = {
          new_clients: sum(found, ({ new_clients }) => new_clients),
          new_organizations: sum(found, ({ new_organizations }) => new_organizations),
        };
        const body = { date_from, date_to, group_by: by, rows, totals, as_of: moment };
        const columns = [by, ...Object.keys(counts)];
        return reportAnswer(request, { body, list: 'rows', columns, moment });
      });
    },
  });
