import type { Logger } from 'pino';
import type { WebhookKind } from '../../commands/webhooks/webhook-kind.ts';
import type { AccessKeyState } from '../../domain/keys/state.ts';
import { webhookStop } from '../../domain/keys/webhook.ts';
import type { CallResult, Exchange } from '../outbound/exchange.ts';
import { sign } from '../outbound/signature.ts';
import type { DueDelivery, Outcome } from './deliveries.ts';
import { kindsWithoutPermission } from './kinds.ts';
import { judge } from './schedule.ts';
import type { SecretProblem, SigningSecrets } from './secrets.ts';

export interface AttemptOptions {
  readonly kinds: readonly WebhookKind[];
  /** As of now: a key that ended a moment ago gets no more calls. */
  readonly loadKey: (keyId: string) => Promise<AccessKeyState>;
  readonly secrets: Pick<SigningSecrets, 'find'>;
  readonly exchange: Pick<Exchange, 'post'>;
  /** False if another process may be sending the same. */
  readonly isOwner: () => boolean;
  /** Milliseconds before each further attempt. */
  readonly pauses: readonly number[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/** The owner and the host of the calls, by which the breaker judges. */
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
      readonly result: CallResult;
      /** Resolves when the answer's body no longer holds the connection. */
      readonly drained: Promise<unknown>;
    }
  /** The key's whole queue becomes undelivered; with `kinds`, only deliveries of these. */
  | { readonly kind: 'stopped'; readonly reason: string; readonly kinds?: readonly string[] }
  /** There is no place at the host. */
  | { readonly kind: 'waiting' }
  /** Left to the next tick: the secret was replaced at this very moment, or another process may run the processes. */
  | { readonly kind: 'put_off' };

/** The host has let calls hang, and this call got no place. */
const NOT_TRIED = { status_code: null, failure: 'host_unresponsive', drained: Promise.resolve() };

const PROBLEMS: Readonly<Record<SecretProblem, string>> = {
  secret_missing: 'the secret that signs webhooks is gone: make a new one with RotateWebhookSecret',
  secret_unreadable:
    'the secret that signs webhooks was sealed under another SECRETS_KEY (or JWT_SECRET): set SECRETS_KEY to what it was, or make a new one with RotateWebhookSecret',
};

/** Makes one attempt at a delivery, with the key and the secret as they are now. */
export const createAttempt = (options: AttemptOptions) => {
  const { kinds, loadKey, secrets, exchange, isOwner, pauses, clock, log } = options;
  /** Secrets that were missing: the whole queue misses the same one, and it is logged once. */
  const missed = new Set<string>();

  return async (delivery: DueDelivery, admit: Admit): Promise<Attempted> => {
    const { key_id, event, event_id, body, failures } = delivery;
    const key = await loadKey(key_id);
    const started_at = clock();
    if (key === null) return { kind: 'stopped', reason: 'key_revoked' };
    const stop = webhookStop(key, started_at);
    if (stop !== null) return { kind: 'stopped', reason: stop };
    const forbidden = kindsWithoutPermission(kinds, key);
    if (forbidden.includes(event)) return { kind: 'stopped', reason: 'permission_missing', kinds: forbidden };
    const { url, secret_id } = key.webhook!;
    const admitted = admit({ brand_id: key.brand_id, host: new URL(url).host });
    if (admitted === 'wait') return { kind: 'waiting' };

    const made = ({ drained, ...result }: CallResult & { drained: Promise<unknown> }, duration_ms: number) => {
      const verdict = judge({ started_at, failed: result.failure !== null, failures_before: failures }, pauses);
      const attempt = { at: new Date(started_at).toISOString(), ...result, duration_ms };
      return { kind: 'made', outcome: { delivery, url, verdict, attempt }, result, drained } as const;
    };
    if (admitted === 'fail') return made(NOT_TRIED, 0);

    const found = await secrets.find(secret_id);
    if ('problem' in found) {
      if ((await loadKey(key_id))?.webhook?.secret_id !== secret_id) return { kind: 'put_off' };
      // It was stored before the log named it, and is kept as long as the log names it. So half a backup was restored,
      // or a setting has changed.
      if (!missed.has(secret_id)) log.warn({ key_id, secret_id }, PROBLEMS[found.problem]);
      missed.add(secret_id);
      return { kind: 'stopped', reason: found.problem };
    }
    const headers = {
      'content-type': 'application/json',
      'x-service-event': event,
      'x-service-event-id': event_id,
      'x-service-signature': sign(body, found.secret),
    };
    // This process was frozen while the key was loaded: another one may have sent the call by now.
    if (!isOwner()) return { kind: 'put_off' };
    const start = performance.now();
    const answered = await exchange.post({ url, headers, body });
    return made(answered, Math.round(performance.now() - start));
  };
};
