import { z } from 'zod';
import { name } from '../../commands/fields/fields.ts';
import type { Authenticator } from '../http/auth.ts';
import { defineRoute } from '../http/route.ts';

/** POST /auth/token (docs/domain.md#keys): exchanges an API key of any audience for a token of 30 days. */
export const authTokenRoute = (authenticator: Authenticator) =>
  defineRoute({
    method: 'post',
    operationId: 'getToken',
    path: '/auth/token',
    audience: 'public',
    limit: 'token',
    tags: ['Authentication'],
    summary: 'Exchange an API key for an access token',
    description: 'The token is sent with every other request as `Authorization: Bearer <access_token>`.',
    body: z.object({ api_key: name(512) }),
    responses: {
      200: z.object({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_at: z.iso.datetime(),
      }),
    },
    errors: [401],
    handler: async ({ body }) => ({ body: await authenticator.exchange(body.api_key) }),
  });
