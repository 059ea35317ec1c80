import { z } from 'zod';
import { amount, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { toLocalTimestamp } from '../../../domain/local-time.ts';
import { ACCOUNT_SOURCES } from '../../../domain/references/lists.ts';
import { accountBalances } from '../../../projections/money/account-balances.ts';
import { MOVEMENTS_FROM } from '../../../projections/money/movements-report.ts';
import { readNames } from '../../../projections/reports/names-then.ts';
import { queryUuids } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { csvQuery } from '../exports-csv.ts';
import { requirePointIds } from '../report-query.ts';
import { asOfSchema, queryAsOf } from './as-of.ts';
import type { ReportDependencies } from './dependencies.ts';
import { reportAnswer, reportResponse } from './report-answer.ts';

const account = z.object({
  account_id: z.int(),
  point_id: z.uuid().nullable().meta({ description: 'Null: of the whole brand' }),
  point_name: z.string().nullable(),
  source: z.enum(ACCOUNT_SOURCES),
  code: z.string(),
  name: z.string(),
  balance: amount().meta({ description: 'What came in less what went out, ever: what should be there' }),
  movements_count: z.int(),
  last_movement_at: localTimestamp().nullable().meta({ description: 'Null: nothing has moved yet' }),
});

const query = z.object({
  point_id: queryUuids().optional().meta({ description: 'Only the accounts of these points' }),
  as_of: queryAsOf(),
  ...csvQuery,
});

/** See docs/reports.md#money-accounts. */
export const moneyAccountsRoute = ({ pool, readSnapshot }: Pick<ReportDependencies, 'pool' | 'readSnapshot'>): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getMoneyAccountsReport',
    path: '/reports/money-accounts',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: 'Accounts, with what each of them should hold',
    description: 'A key for some points has the accounts of these points alone, not those of the whole brand.',
    query,
    responses: {
      200: reportResponse(
        z.object({ count: z.int(), accounts: z.array(account), as_of: asOfSchema }),
        'Accounts by source and code',
      ),
    },
    errors: [404],
    handler: async (request) => {
      const { as_of, point_id } = request.query;
      const brand_id = request.brandId;
      const point_ids = await requirePointIds(pool, request, point_id);
      const asked = { brand_id, as_of, readModels: MOVEMENTS_FROM, signal: request.signal };
      return readSnapshot(asked, async (snapshot) => {
        const nameOf = await readNames(snapshot, brand_id, ['point']);
        const rows = await accountBalances(snapshot, { brand_id, point_ids });
        const accounts = rows.map(
          ({ account_id, point_id, source, code, name, balance, count, last_at, timezone }) => ({
            account_id,
            point_id,
            point_name: nameOf('point', point_id),
            source,
            code,
            name,
            balance,
            movements_count: count,
            last_movement_at: last_at && toLocalTimestamp(last_at.toISOString(), timezone!),
          }),
        );
        const { moment } = snapshot;
        const body = { count: accounts.length, accounts, as_of: moment };
        return reportAnswer(request, { body, list: 'accounts', columns: Object.keys(account.shape), moment });
      });
    },
  });
