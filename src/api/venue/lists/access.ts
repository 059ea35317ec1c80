import type pg from 'pg';
import { z } from 'zod';
import { isoTimestamp } from '../../../commands/fields/answer-fields.ts';
import { STANDINGS } from '../../../domain/employees/events.ts';
import { accessKeyEvents, KEY_AUDIENCES } from '../../../domain/keys/events.ts';
import { forbidden } from '../../../domain/refusal.ts';
import { queryBoolean, queryList, queryText } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { atPoint, columnsOf, OWN_POINTS } from './fields.ts';
import type { VenueList } from './list.ts';

const employee = z.object({
  id: z.int(),
  login: z.string().nullable().meta({ description: 'Null: the employee was erased' }),
  name: z.string().nullable().meta({ description: 'Null: the employee was erased' }),
  role: z.string(),
  role_name: z.string(),
  position_id: z.int(),
  position_name: z.string(),
  point_id: z.uuid().nullable().meta({ description: 'Null: of no point in particular' }),
});

const { brand_id: _, key_id, ...terms } = accessKeyEvents.KeyTermsChanged.schema.shape;
const key = z.object({ key_id, ...terms });

const webhook = z.object({
  key_id: z.uuid(),
  url: z.string(),
  events: z.array(z.string()).nullable().meta({ description: 'Null: all there are' }),
});

/** The readings of those who act for the brand: its employees, keys and webhooks. Never a secret, nor a hash of one. */
export const accessVenueLists: readonly VenueList[] = [
  {
    thing: 'Employee',
    path: 'employees',
    tag: 'Staff',
    summary: 'Employees of all standings',
    command: 'UpdateEmployee',
    entry: employee,
    source: {
      table: 'employees',
      id: 'employee_id',
      columns: [...columnsOf(employee), 'standing'],
      only: 'known_to is null',
    },
    state: {
      schema: z.object({ standing: z.enum(STANDINGS) }),
      of: async (_pool, rows) => rows.map(({ standing }) => ({ standing })),
    },
    atPoints: OWN_POINTS,
    filters: {
      point_id: atPoint,
      standing: { query: queryList(STANDINGS), sql: 'standing = any (?)' },
      role: { query: queryText(64), sql: 'role = ?' },
    },
    readAfter: 'venue',
    notFound: 'employee_not_found',
  },
  {
    thing: 'Key',
    path: 'keys',
    tag: 'Keys',
    summary: 'Access keys with their terms, never their secrets',
    command: 'UpdateKey',
    entry: key,
    source: {
      table: 'access_keys',
      id: 'key_id',
      columns: [...columnsOf(key), 'audience', 'issued_at', 'revoked_at'],
    },
    state: {
      schema: z.object({
        audience: z.enum(KEY_AUDIENCES),
        issued_at: isoTimestamp(),
        revoked_at: isoTimestamp().nullable().meta({ description: 'Null: it is in use' }),
      }),
      of: async (_pool, rows) =>
        rows.map(({ audience, issued_at, revoked_at }) => ({ audience, issued_at, revoked_at })),
    },
    atPoints: 'nothing',
    filters: {
      audience: { query: queryList(KEY_AUDIENCES), sql: 'audience = any (?)' },
      is_revoked: {
        query: queryBoolean().meta({ description: 'Those that have ended, or those in use' }),
        sql: '(revoked_at is not null) = ?',
      },
    },
    readAfter: 'venue',
    notFound: 'key_not_found',
  },
  {
    thing: 'Webhook',
    path: 'webhooks',
    tag: 'Integrations',
    summary: 'Webhooks of keys that are in use, never their secrets',
    command: 'ConfigureWebhook',
    entry: webhook,
    source: {
      table: 'access_keys',
      id: 'key_id',
      columns: [...columnsOf(webhook, { url: 'webhook_url', events: 'webhook_events' }), 'name'],
      only: 'webhook_url is not null and revoked_at is null',
    },
    state: {
      schema: z.object({ key_name: z.string() }),
      of: async (_pool, rows) => rows.map(({ name }) => ({ key_name: name })),
    },
    atPoints: 'nothing',
    readAfter: 'venue',
    notFound: 'webhook_not_configured',
  },
];

const loyalty = z.object({ name: z.string(), base_url: z.string() });

/** The loyalty service: a brand has one, or none. */
export const venueLoyaltyRoute = (pool: pg.Pool): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getVenueLoyalty',
    path: '/loyalty',
    audience: 'venue',
    tags: ['Loyalty'],
    summary: 'The loyalty service that is connected, never its secret',
    readAfter: 'venue',
    responses: { 200: z.object({ loyalty: loyalty.nullable().meta({ description: 'Null: none is connected' }) }) },
    handler: async ({ brandId, caller }) => {
      if (caller.point_ids !== null) throw forbidden('points_forbidden');
      const { rows } = await pool.query<z.infer<typeof loyalty>>(
        'select name, base_url from read.loyalty_services where brand_id = $1',
        [brandId],
      );
      return { body: { loyalty: rows[0] ?? null } };
    },
  });
