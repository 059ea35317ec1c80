import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../../src/api/http/route.ts';
import { createRouteWaits } from '../../../src/api/route-waits.ts';
import { type FakeApp, startFakeApp } from './fake-app.ts';

let app: FakeApp;
/** Waits and handlers, in order. */
let seen: string[];
const HEAD = 12;

const wait = async (what: string): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve));
  seen.push(what);
};
const waits = createRouteWaits(
  {
    caughtUp: (readModels) => wait(`${readModels} show all`).then(() => HEAD),
    shown: (position, readModels) => wait(`${readModels ?? 'all'} show ${position}`),
  },
  { stopListShown: (pointId) => wait(`stop-list of ${pointId}`) },
);

const open = { audience: 'public', tags: [], summary: 'A route' } as const;
const responses = { 200: z.object({ shown_to: z.int().nullable() }) };
const point = z.object({ point_id: z.string() });
const routes = [
  defineRoute({
    ...open,
    method: 'get',
    operationId: 'aRoute',
    path: '/list',
    readAfter: 'reservations',
    responses,
    handler: ({ shownTo }) => {
      seen.push('read');
      return { body: { shown_to: shownTo } };
    },
  }),
  defineRoute({
    ...open,
    method: 'get',
    operationId: 'aRoute',
    path: '/menu',
    readAfter: 'stop-list',
    query: point,
    responses,
    handler: ({ shownTo }) => ({ body: { shown_to: shownTo } }),
  }),
  defineRoute({
    ...open,
    method: 'post',
    operationId: 'aRoute',
    path: '/price',
    readAfter: 'stop-list',
    body: point,
    responses,
    handler: ({ shownTo }) => ({ body: { shown_to: shownTo } }),
  }),
  ...(['all', 'attendance'] as const).map((answerAfter) =>
    defineRoute({
      ...open,
      method: 'post',
      operationId: 'aRoute',
      path: `/write/${answerAfter}`,
      answerAfter,
      responses,
      body: z.object({ position: z.int().nullable() }),
      handler: ({ body: { position } }) => {
        seen.push('written');
        return { position, body: { shown_to: null } };
      },
    }),
  ),
];

beforeEach(async () => {
  seen = [];
  app = await startFakeApp(routes, { waits });
});
afterEach(() => app.close());

test('what a route reads shows everything there is before its handler is called, which hears how far', async () => {
  expect((await app.ask('GET', '/v1/list')).body).toEqual({ shown_to: HEAD });
  expect(seen).toEqual(['reservations show all', 'read']);
});

test('the stop-list that is waited for is that of the point in the query or the body', async () => {
  expect((await app.ask('GET', '/v1/menu?point_id=p1')).status).toBe(200);
  expect((await app.ask('POST', '/v1/price', { json: { point_id: 'p2' } })).status).toBe(200);
  expect(seen).toEqual(['stop-list of p1', 'stop-list of p2']);
});

test('an answer goes out when read models show what was recorded, and at once when nothing was', async () => {
  await app.ask('POST', '/v1/write/all', { json: { position: 7 } });
  await app.ask('POST', '/v1/write/attendance', { json: { position: 8 } });
  await app.ask('POST', '/v1/write/all', { json: { position: null } });
  expect(seen).toEqual(['written', 'all show 7', 'written', 'attendance show 8', 'written']);
});
