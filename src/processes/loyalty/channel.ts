import type pg from 'pg';
import { derivedUuid } from '../../commands/loop/envelope.ts';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import { createBatcher } from '../../concurrency/batcher.ts';
import { clientDecider } from '../../domain/clients/decide.ts';
import { commitAnswer } from '../../domain/loyalty/answers.ts';
import { LOYALTY_METHODS, type LoyaltyMethod, methodUrl } from '../../domain/loyalty/calls.ts';
import type { LoyaltyState } from '../../domain/loyalty/state.ts';
import { systemEnvelope } from '../engine/process.ts';
import type { Channel, DueDelivery } from '../outbound/channel.ts';
import { MAX_ANSWER_BYTES, readAnswer } from './answer.ts';

/** A due call. Its queue is the brand. */
interface DueCall extends DueDelivery {
  readonly order_id: number;
  readonly client_id: number | null;
  readonly is_begun: boolean;
}

export interface LoyaltyChannelOptions {
  readonly pool: pg.Pool;
  readonly handler: CommandHandler;
  /** The connection of a brand as of now. */
  readonly loadService: (brandId: string) => Promise<LoyaltyState>;
  readonly pauses: readonly number[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** An earlier call of the cheque that has not ended: it waits, or it is undelivered and was not resent. */
const BLOCKS = `e.lane = c.lane and e.kind = 'loyalty' and e.id < c.id and (e.status = 'pending' or (e.status = 'undelivered'
  and e.reason in ('attempts_exhausted', 'secret_missing', 'secret_unreadable')))`;

/** A commit without effect: there is nothing to refund. */
const IS_REFUSED = `r.status = 'undelivered' and r.reason in ('refused', 'withdrawn')`;

const DUE = `
  select d.* from app.loyalty_services s
  cross join lateral (
    select id, brand_id as queue, event, event_id, body, failures, tries, resent_position, lane as order_id, client_id,
      is_begun
    from app.deliveries c
    where brand_id = s.brand_id and kind = 'loyalty' and status = 'pending' and next_attempt_at <= $1
      and not exists (select from app.deliveries e where ${BLOCKS})
      and not exists (select from app.deliveries r where r.event_id = c.ref_event_id and ${IS_REFUSED})
    order by next_attempt_at, id limit $2
  ) d
  where s.brand_id <> all ($3::uuid[])`;

const STOP_REFUNDS = `
  update app.deliveries c set status = 'undelivered', next_attempt_at = null, reason = 'commit_refused'
  from app.deliveries r
  where c.status = 'pending' and c.ref_event_id is not null and r.event_id = c.ref_event_id and ${IS_REFUSED}`;

const STOP = `
  update app.deliveries set status = 'undelivered', next_attempt_at = null, reason = $2
  where brand_id = $1 and kind = 'loyalty' and status = 'pending'`;

const BEGIN = `
  update app.deliveries d set is_begun = true where id = any($1) and status = 'pending' returning id`;

const NAME = 'loyalty';

/** Calls to loyalty services: each brand has a queue of its own, and the calls of a cheque go one after another. */
export const createLoyaltyChannel = (options: LoyaltyChannelOptions): Channel<DueCall> => {
  const { pool, handler, loadService, pauses, clock } = options;

  /** From here on a commit is not withdrawn any more: the service may know of it. */
  const begins = createBatcher<number, boolean>(async (ids) => {
    const { rows } = await pool.query<{ id: number }>(BEGIN, [ids]);
    const begun = new Set(rows.map(({ id }) => id));
    return ids.map((id) => begun.has(id));
  });

  const noteCommit = async (call: DueCall, body: unknown): Promise<void> => {
    const { event_id: operation_id, order_id, client_id, queue: brand_id, is_begun } = call;
    const answer = commitAnswer.safeParse(body);
    if (client_id === null || !answer.success) return;
    const now = new Date(clock());
    const command_id = derivedUuid('loyalty committed', operation_id);
    const envelope = { ...systemEnvelope(NAME, now, { brand_id }), command_id, correlation_id: command_id };
    const commit = { order_id, operation_id, ...answer.data };
    // An attempt before this one may have been answered, and not recorded.
    const repeat = { repeat: is_begun };
    await handler.handle(clientDecider, client_id, { type: 'NoteCommit', brand_id, commit }, envelope, repeat);
  };

  return {
    kind: 'loyalty',
    pauses,
    rotateWith: 'RotateLoyaltySecret',
    answerBytes: MAX_ANSWER_BYTES,
    due: async (now, each, enough) => (await pool.query<DueCall>(DUE, [now.toISOString(), each, enough])).rows,
    stopHopeless: async () => {
      await pool.query(STOP_REFUNDS);
    },
    route: async ({ queue, event }) => {
      const service = await loadService(queue);
      if (service === null) return { kind: 'stopped', reason: 'loyalty_not_connected' };
      const { brand_id, base_url, secret_id } = service;
      return { kind: 'open', brand_id, url: methodUrl(base_url, methodOf(event)), secret_id };
    },
    headersOf: ({ event_id }) => ({ 'x-service-request-id': event_id }),
    stopAll: async (queue, reason) => {
      await pool.query(STOP, [queue, reason]);
    },
    begin: async ({ id, event, is_begun }) => event !== 'commit' || is_begun || begins.submit(id),
    takeIn: async (call, result) => {
      const answer = readAnswer(result);
      if (answer.kind === 'refused') return { is_final: true, message: answer.words };
      if (answer.kind === 'done' && call.event === 'commit') await noteCommit(call, answer.body);
      return {};
    },
  };
};

const methodOf = (event: string): LoyaltyMethod => {
  const method = LOYALTY_METHODS.find((each) => each === event);
  if (method === undefined) throw new Error(`no call to loyalty services is called ${event}`);
  return method;
};
