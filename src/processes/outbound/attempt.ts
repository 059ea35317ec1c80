import type { Logger } from 'pino';
import { toError } from '../../database/thrown.ts';
import type { Channel, DueDelivery, Meaning } from './channel.ts';
import type { Answered, Exchange } from './exchange.ts';
import type { Outcome } from './records.ts';
import { retryAfterTime } from './retry-after.ts';
import { judge } from './schedule.ts';
import type { SecretProblem, SigningSecrets } from './secrets.ts';
import { signatureHeaders } from './signature.ts';

export interface AttemptOptions {
  readonly secrets: Pick<SigningSecrets, 'find'>;
  readonly exchange: Pick<Exchange, 'post'>;
  /** False if another process may be sending the same. */
  readonly isOwner: () => boolean;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/** The owner and the host of the calls, by which the limiter judges. */
export interface Place {
  readonly brand_id: string;
  readonly host: string;
}

/** What the sender decides on a call when its place is known: send it, let it wait, or fail it without sending. */
export type Admit = (place: Place) => 'send' | 'wait' | 'fail';

export type Attempted =
  | {
      readonly kind: 'made';
      readonly outcome: Outcome;
      readonly result: Answered;
    }
  /** The whole queue becomes undelivered; with `events`, only deliveries of these. */
  | { readonly kind: 'stopped'; readonly reason: string; readonly events?: readonly string[] }
  /** There is no place at the host. */
  | { readonly kind: 'waiting' }
  /** Left to the next tick: the secret was replaced at this very moment, or another process may run the processes. */
  | { readonly kind: 'put_off' };

/** The host has let calls hang, and this call got no place. */
const NOT_TRIED: Answered = { status_code: null, failure: 'host_unresponsive', drained: Promise.resolve() };

const problemOf = (problem: SecretProblem, { kind, rotateWith }: Channel): string =>
  problem === 'secret_missing'
    ? `the secret that signs ${kind} calls is gone: make a new one with ${rotateWith}`
    : `the secret that signs ${kind} calls was sealed under another SECRETS_KEY (or JWT_SECRET): set SECRETS_KEY to what it was, or make a new one with ${rotateWith}`;

/** Makes one attempt at a delivery, with the address and the secret as they are now. */
export const createAttempt = (options: AttemptOptions) => {
  const { secrets, exchange, isOwner, clock, log } = options;
  /** Secrets that were missing: the whole queue misses the same one, and it is logged once. */
  const missed = new Set<string>();

  /** Null: the answer could not be taken in. */
  const takeIn = async (channel: Channel, delivery: DueDelivery, result: Answered): Promise<Meaning | null> => {
    try {
      return (await channel.takeIn?.(delivery, result)) ?? {};
    } catch (error) {
      log.warn({ delivery_id: delivery.id, error: toError(error).name }, `an answer to a ${channel.kind} call is lost`);
      return null;
    }
  };

  return async (channel: Channel, delivery: DueDelivery, admit: Admit): Promise<Attempted> => {
    const { queue, body, failures, event_id } = delivery;
    const route = await channel.route(delivery);
    const started_at = clock();
    if (route.kind === 'stopped') return route;
    const { brand_id, url, secret_id } = route;
    const admitted = admit({ brand_id, host: new URL(url).host });
    if (admitted === 'wait') return { kind: 'waiting' };

    const made = async (answered: Answered, duration_ms: number): Promise<Attempted> => {
      const taken = await takeIn(channel, delivery, answered);
      // The fault is ours. The receiver has acted, and does not mind being asked again after a while.
      const result = taken === null ? { ...answered, failure: 'answer_not_recorded' } : answered;
      const { is_final = false, message = null } = taken ?? {};
      const { status_code, failure } = result;
      const { retry_after } = answered;
      const asked_at = retry_after === undefined ? null : retryAfterTime(retry_after, clock());
      const judged = { started_at, asked_at, failed: failure !== null, refused: is_final, failures_before: failures };
      const attempt = { at: new Date(started_at).toISOString(), status_code, failure, duration_ms };
      const verdict = judge(judged, channel.pauses);
      return { kind: 'made', outcome: { delivery, url, verdict, attempt, message }, result };
    };
    if (admitted === 'fail') return made(NOT_TRIED, 0);

    const found = await secrets.find(secret_id);
    if ('problem' in found) {
      const now = await channel.route(delivery);
      if (now.kind !== 'open' || now.secret_id !== secret_id) return { kind: 'put_off' };
      // It was stored before the log named it, and is kept as long as the log names it. So half a backup was restored,
      // or a setting has changed.
      if (!missed.has(secret_id)) log.warn({ queue, secret_id }, problemOf(found.problem, channel));
      missed.add(secret_id);
      return { kind: 'stopped', reason: found.problem };
    }
    const headers = {
      'content-type': 'application/json',
      ...channel.headersOf(delivery),
      ...signatureHeaders({ body, secret: found.secret, id: event_id, at: clock() }),
    };
    if ((await channel.begin?.(delivery)) === false) return { kind: 'put_off' };
    // This process was frozen while it asked for the address: another one may have sent the call by now.
    if (!isOwner()) return { kind: 'put_off' };
    const start = performance.now();
    const result = await exchange.post({ url, headers, body, answerBytes: channel.answerBytes });
    return made(result, Math.round(performance.now() - start));
  };
};
