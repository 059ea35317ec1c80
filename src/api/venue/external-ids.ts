import type pg from 'pg';
import { z } from 'zod';
import { EXTERNAL_LISTS } from '../../domain/external-ids/lists.ts';
import { forbidden } from '../../domain/refusal.ts';
import { externalIds } from '../../projections/external-ids/queries.ts';
import { queryLimit, queryText } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';

const externalId = z.object({
  external_id: z.string(),
  id: z.union([z.int(), z.uuid()]).meta({ description: 'Of the thing: a UUID for points and keys, else an integer' }),
});

/** What the external ids of a list name, as SetExternalIds said it. */
export const externalIdsRoute = (pool: pg.Pool): Route =>
  defineRoute({
    method: 'get',
    operationId: 'listExternalIds',
    path: '/external-ids',
    audience: 'venue',
    readAfter: 'venue',
    tags: ['Lists of the brand'],
    summary: 'What the external ids of a list name',
    query: z.object({
      list: z.enum(EXTERNAL_LISTS).meta({ description: 'Whose external ids' }),
      after: queryText()
        .default('')
        .meta({ description: 'Those after this external id: `next_after` of the page before' }),
      limit: queryLimit(5_000, 1_000),
    }),
    responses: {
      200: z.object({
        external_ids: z.array(externalId),
        has_more: z.boolean(),
        next_after: z.string().nullable().meta({ description: '`after` of the next page; null: this was the last' }),
      }),
    },
    handler: async ({ query: { list, after, limit }, caller, brandId }) => {
      // They belong to the whole brand, and so does their command.
      if (caller.point_ids !== null) throw forbidden('points_forbidden');
      const rows = await externalIds(pool, brandId, { list, after, limit: limit + 1 });
      const has_more = rows.length > limit;
      const external_ids = rows.slice(0, limit);
      return { body: { external_ids, has_more, next_after: has_more ? external_ids.at(-1)!.external_id : null } };
    },
  });
