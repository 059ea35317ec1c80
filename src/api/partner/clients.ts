import type pg from 'pg';
import { z } from 'zod';
import type { Partners } from '../../commands/all-operations.ts';
import { addAddress, findClient, hideAddress } from '../../commands/clients/client-operations.ts';
import { sendCode, verifyCode } from '../../commands/clients/phone-check.ts';
import { countOrders } from '../../projections/orders/queries-clients.ts';
import { addressSchema, clientSchema, viewAddress, viewClient } from '../clients/client-view.ts';
import { messageOf } from '../http/messages/messages.ts';
import { queryId } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { RouteRequest } from '../http/route-request.ts';
import { partnerOf, routeOf, routeWithoutBody } from './partner.ts';

const params = z.object({ client_id: queryId() });
const tags = ['Clients'];

/** See docs/domain.md#clients. */
export const clientRoutes = (clients: Partners['clients'], pool: pg.Pool): Route[] => {
  const view = async (request: RouteRequest, client_id: number) => {
    const { result } = await clients.find(partnerOf(request), { client_id }, request.requestId);
    return viewClient(result, await countOrders(pool, request.brandId, client_id));
  };

  return [
    defineRoute({
      method: 'post',
      operationId: 'sendCode',
      path: '/clients/auth/send-code',
      tags,
      ...routeOf(sendCode),
      limit: 'send_code',
      description:
        'The code is good for 5 minutes and 5 attempts; the next one may be sent after 60 seconds, and at most 10 in 24 hours to one phone.',
      responses: { 200: z.object({ message: z.string() }) },
      errors: [409],
      handler: async (request) => {
        const { language } = request;
        const write = (code: string) => messageOf(language, 'sms_code', { code });
        await clients.sendCode(partnerOf(request), { ...request.body, write, language }, request.requestId);
        return { body: { message: messageOf(language, 'code_sent') } };
      },
    }),
    defineRoute({
      method: 'post',
      operationId: 'verifyCode',
      path: '/clients/auth/verify-code',
      tags,
      ...routeOf(verifyCode),
      description: 'A phone that is new makes a client. A name is kept as the client’s; a blank one changes nothing.',
      readAfter: 'orders',
      responses: { 200: clientSchema },
      handler: async (request) => {
        const { result } = await clients.verifyCode(partnerOf(request), request.body, request.requestId);
        return { body: await view(request, result) };
      },
    }),
    defineRoute({
      method: 'get',
      operationId: 'getClient',
      path: '/clients/:client_id',
      tags,
      params,
      ...routeWithoutBody(findClient),
      readAfter: 'orders',
      responses: { 200: clientSchema },
      errors: [404],
      handler: async (request) => ({ body: await view(request, request.params.client_id) }),
    }),
    defineRoute({
      method: 'post',
      operationId: 'addClientAddress',
      path: '/clients/:client_id/addresses',
      tags,
      params,
      ...routeOf(addAddress),
      description:
        'One at the same coordinates (to 6 places) is changed instead: fields that are given replace, those left out stay.',
      responses: { 200: addressSchema },
      errors: [404, 409],
      handler: async (request) => {
        const input = { ...request.params, ...request.body };
        const { result } = await clients.addAddress(partnerOf(request), input, request.requestId);
        return { body: viewAddress(result) };
      },
    }),
    defineRoute({
      method: 'delete',
      operationId: 'deleteClientAddress',
      path: '/clients/:client_id/addresses/:id',
      tags,
      ...routeWithoutBody(hideAddress),
      params: params.extend({ id: queryId() }),
      responses: { 200: z.object({ id: z.int() }) },
      errors: [404],
      handler: async (request) => {
        const { client_id, id: address_id } = request.params;
        const { result } = await clients.hideAddress(partnerOf(request), { client_id, address_id }, request.requestId);
        return { body: result };
      },
    }),
  ];
};
