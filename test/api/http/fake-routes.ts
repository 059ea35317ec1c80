import { z } from 'zod';
import {
  queryBoolean,
  queryDate,
  queryId,
  queryInstant,
  queryInteger,
  queryUuid,
} from '../../../src/api/http/query.ts';
import { defineRoute, type Route } from '../../../src/api/http/route.ts';
import { preserialised } from '../../../src/api/http/route-answer.ts';
import { id, name, quantity, text, uuid } from '../../../src/commands/fields/fields.ts';
import { Unavailable } from '../../../src/commands/loop/unavailable.ts';
import { conflict, forbidden, invalid, notFound } from '../../../src/domain/refusal.ts';
import { InvalidEvents, StoreUnavailable } from '../../../src/event-store/event-store.ts';

const tags = ['Fake'];

export const getThing = defineRoute({
  method: 'get',
  operationId: 'getThing',
  path: '/things/:thing_id',
  audience: 'partner',
  tags,
  summary: 'One thing',
  params: z.object({ thing_id: queryId() }),
  responses: { 200: z.object({ thing_id: z.int(), brand_id: z.string() }) },
  errors: [404],
  handler: ({ params, brandId }) => ({ body: { thing_id: params.thing_id, brand_id: brandId } }),
});

export const getPoint = defineRoute({
  method: 'get',
  operationId: 'getPoint',
  path: '/points/:point_id',
  audience: 'partner',
  tags,
  summary: 'One point',
  params: z.object({ point_id: queryUuid() }),
  responses: { 200: z.object({ point_id: z.string() }) },
  handler: ({ params }) => ({ body: params }),
});

export const makeThing = defineRoute({
  method: 'post',
  operationId: 'addThing',
  path: '/things',
  audience: 'partner',
  tags,
  summary: 'Make a thing',
  body: z.object({
    point_id: uuid(),
    name: name(20),
    comment: text(50).nullable().optional(),
    items: z
      .array(z.object({ product_id: id(), quantity: quantity() }))
      .min(1)
      .max(3),
  }),
  responses: { 201: z.object({ made: z.object({ point_id: z.string(), name: z.string() }) }) },
  handler: ({ body }) => ({ status: 201, body: { made: { point_id: body.point_id, name: body.name } } }),
});

/** `/things/calculate` is no thing_id. */
export const calculate = defineRoute({
  method: 'post',
  operationId: 'calculateThing',
  path: '/things/calculate',
  audience: ['partner', 'venue'],
  tags,
  summary: 'Calculate',
  body: z.looseObject({}),
  responses: { 200: z.object({ keys: z.array(z.string()) }) },
  handler: ({ body }) => ({ body: { keys: Object.keys(body) } }),
});

export const search = defineRoute({
  method: 'get',
  operationId: 'search',
  path: '/search',
  audience: 'partner',
  tags,
  summary: 'Every kind of query parameter',
  query: z.object({
    limit: queryInteger({ min: 1, max: 100 }).default(10),
    point_id: queryUuid().optional(),
    date: queryDate().optional(),
    active: queryBoolean().optional(),
    since: queryInstant().optional(),
  }),
  responses: { 200: z.object({ found: z.looseObject({}) }) },
  handler: ({ query }) => ({ body: { found: query } }),
});

export const report = defineRoute({
  method: 'get',
  operationId: 'getReport',
  path: '/report',
  audience: 'partner',
  permission: 'reports',
  limit: 'reports',
  tags,
  summary: 'A report',
  responses: { 200: z.object({ rows: z.array(z.int()) }) },
  handler: () => ({ body: { rows: [] } }),
});

export const MENU = Buffer.from(JSON.stringify({ name: 'Menu' }));

export const menu = defineRoute({
  method: 'get',
  operationId: 'getMenu',
  path: '/menu',
  audience: 'partner',
  tags,
  summary: 'Bytes made beforehand',
  responses: { 200: z.object({ name: z.string() }) },
  handler: () => preserialised(MENU, 'menu-1'),
});

const ERRORS: Record<string, () => unknown> = {
  invalid: () => invalid('field_invalid', { field: 'x' }),
  forbidden: () => forbidden('points_forbidden'),
  not_found: () => notFound('order_not_found'),
  conflict: () => conflict('order_status_conflict', { from: 'CLOSED', to: 'COOKING' }),
  busy: () => new Unavailable('busy'),
  store: () => new StoreUnavailable('gone'),
  not_storable: () => new InvalidEvents('NUL'),
  database: () =>
    Object.assign(new Error('invalid input: "+998901234567"'), {
      severity: 'ERROR',
      code: '22P02',
      detail: 'value +998901234567',
    }),
  ours: () => new TypeError('cannot read x of undefined'),
  thrown_string: () => 'not an error',
};

export const fail = defineRoute({
  method: 'post',
  operationId: 'fail',
  path: '/fail',
  audience: 'partner',
  tags,
  summary: 'Fails as asked',
  body: z.object({ how: z.string() }),
  responses: { 200: z.object({}) },
  errors: [403, 404, 409],
  handler: ({ body }) => {
    throw ERRORS[body.how]!();
  },
});

/** Answers whatever it is sent, which may not be what it promises. */
export const echo = defineRoute({
  method: 'post',
  operationId: 'echo',
  path: '/echo',
  audience: 'partner',
  tags,
  summary: 'Answers as asked',
  body: z.object({ status: z.int(), answer: z.unknown(), headers: z.record(z.string(), z.string()).optional() }),
  responses: { 200: z.object({ id: z.int(), nested: z.object({ name: z.string() }).optional() }) },
  handler: ({ body: { status, answer, headers } }) => ({ status, body: answer, ...(headers && { headers }) }),
});

export const fakeRoutes: readonly Route[] = [
  getThing,
  getPoint,
  makeThing,
  calculate,
  search,
  report,
  menu,
  fail,
  echo,
];
