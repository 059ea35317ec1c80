import express from 'express';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../../../src/api/http/route.ts';
import { addRoutes } from '../../../../src/api/http/routing.ts';

test('a route that begins with a parameter, and so with no section, is refused at the start', () => {
  const route = defineRoute({
    method: 'get',
    operationId: 'aRoute',
    path: '/:thing_id',
    audience: 'partner',
    tags: ['Things'],
    summary: 'A thing',
    params: z.object({ thing_id: z.string() }),
    responses: { 200: z.object({}) },
    handler: async () => ({ body: {} }),
  });
  const add = () => addRoutes(express(), [{ base: '/v1', routes: [route] }], () => () => {});
  expect(add).toThrow('/v1/:thing_id begins with no section');
});
