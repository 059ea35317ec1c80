import type pg from 'pg';
import { z } from 'zod';
import { brandOf } from '../../projections/references/queries.ts';
import { LANGUAGES } from '../http/messages/languages.ts';
import { defineRoute, type Route } from '../http/route.ts';

/** The brand itself, in the words of CreateBrand. */
export const brandRoute = ({ pool }: { readonly pool: pg.Pool }): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getVenueBrand',
    path: '/brand',
    audience: 'venue',
    tags: ['What was defined'],
    summary: 'The brand: its name, its currency and how many decimal places that has, its country and its language',
    readAfter: 'venue',
    responses: {
      200: z.object({
        id: z.uuid(),
        name: z.string(),
        currency: z.string(),
        currency_exponent: z.int(),
        country_code: z.string(),
        language: z.enum(LANGUAGES),
        timezone: z.string(),
      }),
    },
    handler: async ({ brandId }) => ({ body: await brandOf(pool, brandId) }),
  });
