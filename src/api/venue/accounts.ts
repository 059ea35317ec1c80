import type pg from 'pg';
import { z } from 'zod';
import { isoTimestamp } from '../../commands/fields/answer-fields.ts';
import { ROLES } from '../../domain/accounts/roles.ts';
import { forbidden } from '../../domain/refusal.ts';
import { listAccounts } from '../../projections/accounts/queries.ts';
import { queryAfter, queryLimit } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';

const account = z.object({
  account_id: z.int(),
  login: z.string().nullable().meta({ description: 'Null: the person was erased' }),
  name: z.string().nullable().meta({ description: 'Null: the person was erased' }),
  role: z.enum(ROLES),
  point_ids: z.array(z.uuid()).nullable().meta({ description: 'Null: every point of the brand' }),
  language: z.string(),
  employee_id: z.int().nullable(),
  is_disabled: z.boolean(),
  is_erased: z.boolean(),
  has_password: z.boolean().meta({ description: 'The invitation was accepted' }),
  invited_until: isoTimestamp().nullable().meta({ description: 'An invitation is out until then' }),
  last_signed_in_at: isoTimestamp().nullable().meta({ description: 'Null: never' }),
});

/** When accounts were last signed in, by their ids: ISO 8601 instants in UTC. */
export type LastSignedIn = (accountIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** The accounts of the brand, never with a hash. */
export const accountsRoute = (pool: pg.Pool, lastSignedIn: LastSignedIn): Route =>
  defineRoute({
    method: 'get',
    operationId: 'listAccounts',
    path: '/accounts',
    audience: 'venue',
    tags: ['People'],
    summary: 'The people who may sign in, by ascending id',
    query: z.object({ after_id: queryAfter(), limit: queryLimit(1_000, 100) }),
    responses: {
      200: z.object({ accounts: z.array(account), has_more: z.boolean(), next_after_id: z.int().nullable() }),
    },
    handler: async ({ query: { after_id, limit }, caller, brandId }) => {
      // Accounts belong to the whole brand, and so do their commands.
      if (caller.point_ids !== null) throw forbidden('points_forbidden');
      const rows = await listAccounts(pool, brandId, after_id, limit + 1);
      const shown = rows.slice(0, limit);
      const signedIn = await lastSignedIn(shown.map(({ account_id }) => account_id));
      const accounts = shown.map((row) => ({
        ...row,
        invited_until: row.invited_until?.toISOString() ?? null,
        last_signed_in_at: signedIn.get(row.account_id) ?? null,
      }));
      const has_more = rows.length > limit;
      return { body: { accounts, has_more, next_after_id: has_more ? accounts.at(-1)!.account_id : null } };
    },
  });
