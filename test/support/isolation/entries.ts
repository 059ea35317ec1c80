import { randomUUID } from 'node:crypto';
import type { HttpClient } from '../http-client.ts';
import type { Case } from './requests.ts';

/**
 * Commands as entries of a batch, each between two that are none. A batch is answered 200 whatever becomes of its entries:
 * what it says of this one stands here for the body, and a rejection for 409.
 */
export const asEntries = (cases: readonly Case[], till: HttpClient): Case[] =>
  cases
    .filter(({ isCommand }) => isCommand)
    .map((of) => ({
      ...of,
      send: async ({ body }, requestId = randomUUID()) => {
        const entry = { type: of.place, command_id: randomUUID(), fields: body };
        const commands = [{ type: 'NoCommand' }, entry, { type: 'NoCommand' }];
        const {
          status,
          headers,
          body: answer,
        } = await till.post('/venue/v1/commands', { commands }, { 'x-request-id': requestId });
        const result = answer.results?.[1];
        if (result === undefined) return { status, headers, body: answer };
        return { headers, status: result.status === 'rejected' ? 409 : 200, body: result };
      },
    }));
