import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/openapi-typescript.ts';

/** What a partner writes with generated types: from an API key to an order, and the order read again. */
export const placeOrder = async (
  baseUrl: string,
  apiKey: string,
  order: components['schemas']['NewOrder'],
): Promise<{ readonly placed: components['schemas']['Order']; readonly read: components['schemas']['Order'] }> => {
  const client = createClient<paths>({ baseUrl });
  const { data: token } = await client.POST('/v1/auth/token', { body: { api_key: apiKey } });
  if (!token) throw new Error('no token');
  client.use({
    onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${token.access_token}`);
    },
  });
  const { data: placed, error } = await client.POST('/v1/orders', { body: order });
  if (!placed) throw new Error(error.code);
  const { data: read } = await client.GET('/v1/orders/{order_id}', {
    params: { path: { order_id: placed.order_id } },
  });
  if (!read) throw new Error('not found');
  return { placed, read };
};
