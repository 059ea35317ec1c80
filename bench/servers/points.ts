import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerParent } from './answer-parent.ts';

/** A loyalty service that answers everything after 20 ms. */
const ANSWER = JSON.stringify({ customer_id: 'C', hold_id: 'H', accrued: 0, balance: 0 });

const server = createServer(async (request, response) => {
  request.resume();
  await delay(20);
  response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER);
});
server.listen(0, '127.0.0.1', () => {
  answerParent({ port: (server.address() as AddressInfo).port, close: async () => {} });
});
