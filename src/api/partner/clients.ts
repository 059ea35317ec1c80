import type pg from 'pg';
import { z } from 'zod';
import type { ClientDesk } from '../../commands/clients/client-desk.ts';
import { addressInput, sendCodeInput, verifyCodeInput } from '../../commands/clients/client-input.ts';
import type { PhoneCheck } from '../../commands/clients/phone-check.ts';
import { countOrders } from '../../projections/orders/queries-clients.ts';
import { addressSchema, clientSchema, viewAddress, viewClient } from '../clients/client-view.ts';
import { messageOf } from '../http/messages/messages.ts';
import { queryId } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { partnerOf } from './partner.ts';

export interface ClientRouteDependencies {
  readonly clientDesk: ClientDesk;
  readonly phoneCheck: PhoneCheck;
  readonly pool: pg.Pool;
}

const params = z.object({ client_id: queryId() });

/** See docs/domain.md#clients. */
export const clientRoutes = ({ clientDesk, phoneCheck, pool }: ClientRouteDependencies): Route[] => {
  const view = async (brandId: string, clientId: number) => {
    const client = await clientDesk.find(brandId, clientId);
    return viewClient(client, await countOrders(pool, brandId, clientId));
  };

  return [
    defineRoute({
      method: 'post',
      path: '/clients/auth/send-code',
      audience: 'partner',
      limit: 'send_code',
      tags: ['Clients'],
      summary: 'Send an SMS code to a phone',
      description:
        'The code is good for 5 minutes and 5 attempts; the next one may be sent after 60 seconds, and at most 10 in 24 hours to one phone.',
      body: sendCodeInput,
      responses: { 200: z.object({ message: z.string() }) },
      errors: [409],
      handler: async (request) => {
        const { language } = request;
        const write = (code: string) => messageOf(language, 'sms_code', { code });
        await phoneCheck.sendCode({ ...partnerOf(request), language }, request.body, write);
        return { body: { message: messageOf(language, 'code_sent') } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/clients/auth/verify-code',
      audience: 'partner',
      tags: ['Clients'],
      summary: 'The client of a phone, proven by the code that was sent to it',
      description: 'A phone that is new makes a client. A name is kept as the client’s; a blank one changes nothing.',
      body: verifyCodeInput,
      readAfter: 'orders',
      responses: { 200: clientSchema },
      handler: async (request) => {
        const partner = { ...partnerOf(request), language: request.language };
        const clientId = await phoneCheck.verifyCode(partner, request.body, request.requestId);
        return { body: await view(request.brandId, clientId) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/clients/:client_id',
      audience: 'partner',
      tags: ['Clients'],
      summary: 'A client',
      params,
      readAfter: 'orders',
      responses: { 200: clientSchema },
      errors: [404],
      handler: async ({ brandId, params: { client_id } }) => ({ body: await view(brandId, client_id) }),
    }),
    defineRoute({
      method: 'post',
      path: '/clients/:client_id/addresses',
      audience: 'partner',
      tags: ['Clients'],
      summary: 'Add an address to a client',
      description:
        'One at the same coordinates (to 6 places) is changed instead: fields that are given replace, those left out stay.',
      params,
      body: addressInput,
      responses: { 200: addressSchema },
      errors: [404, 409],
      handler: async (request) => {
        const { client_id } = request.params;
        const address = await clientDesk.addAddress(partnerOf(request), client_id, request.body, request.requestId);
        return { body: viewAddress(address) };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/clients/:client_id/addresses/:id',
      audience: 'partner',
      tags: ['Clients'],
      summary: 'Take an address from a client’s list',
      params: params.extend({ id: queryId() }),
      responses: { 200: z.object({ id: z.int() }) },
      errors: [404],
      handler: async (request) => {
        const { client_id, id } = request.params;
        await clientDesk.hideAddress(partnerOf(request), client_id, id, request.requestId);
        return { body: { id } };
      },
    }),
  ];
};
