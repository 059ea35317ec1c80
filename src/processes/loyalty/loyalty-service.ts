import type pg from 'pg';
import type { LoyaltyService } from '../../commands/loyalty/loyalty-service.ts';
import { methodUrl } from '../../domain/loyalty/calls.ts';
import { checkOutboundUrl } from '../outbound/address-guard.ts';
import { createPlaces } from '../outbound/places.ts';
import { signatureHeaders } from '../outbound/signature.ts';
import type { Transport } from '../outbound/transport.ts';
import { MAX_ANSWER_BYTES, readAnswer } from './answer.ts';
import { withdrawCommit } from './queue.ts';

/**
 * Calls whose callers wait. They take places of their own at the host: a backlog of queued calls delays no cashier. No
 * connection to the database is held while the service answers.
 */
export const createLoyaltyService = (pool: pg.Pool, transport: Transport, clock: () => number): LoyaltyService => {
  const { exchange, limiter, secrets, allowPrivate, timeoutMs } = transport;
  const places = createPlaces(limiter);

  return {
    checkUrl: (url) => checkOutboundUrl(url, allowPrivate, 'base_url'),
    mintSecret: secrets.mint,
    forgetSecret: secrets.forget,
    startTime: () => {
      const deadline = performance.now() + timeoutMs;
      return { leftMs: () => Math.max(deadline - performance.now(), 0) };
    },
    call: async ({ brand_id, base_url, secret_id }, method, content, time) => {
      const found = await secrets.find(secret_id);
      if ('problem' in found) return { kind: 'failed', status_code: null };
      const url = methodUrl(base_url, method);
      const pass = await places.take(`${brand_id} waiting`, new URL(url).host, time.leftMs());
      if (pass === null) return { kind: 'failed', status_code: null };
      const body = JSON.stringify(content);
      const headers = {
        'content-type': 'application/json',
        'x-service-request-id': content.operation_id,
        ...signatureHeaders({ body, secret: found.secret, id: content.operation_id, at: clock() }),
      };
      const call = { url, headers, body, answerBytes: MAX_ANSWER_BYTES, withinMs: time.leftMs() };
      const result = await exchange.post(call);
      pass.end(result);
      return readAnswer(result);
    },
    withdrawCommit: (commit) => withdrawCommit(pool, commit),
  };
};
