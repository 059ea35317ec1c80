import type { Logger } from 'pino';
import type { AccessKeyState } from '../../domain/access-key/access-key.ts';
import { webhookStop } from '../../domain/access-key/webhook.ts';
import type { Exchange } from '../outbound/exchange.ts';
import { sign } from '../outbound/signature.ts';
import type { Deliveries, DueDelivery, Outcome } from './deliveries.ts';
import { judge } from './schedule.ts';
import type { SigningSecrets } from './secrets.ts';

export interface SenderOptions {
  readonly deliveries: Deliveries;
  /** As of now: a key that ended a moment ago is sent nothing more. */
  readonly loadKey: (keyId: string) => Promise<AccessKeyState>;
  readonly secrets: Pick<SigningSecrets, 'find'>;
  readonly exchange: Pick<Exchange, 'post'>;
  /** Up to which log position GET shows what happened. */
  readonly shownPosition: () => number;
  /** Milliseconds before each further attempt. */
  readonly pauses: readonly number[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

export interface Sender {
  /** From now on: sends nothing while `isOwner` is false, when another process may be sending the same. */
  begin(isOwner: () => boolean): void;
  /** Takes up what is due and returns: calls go on by themselves, and those that are slow hold up no other key's. */
  look(now: Date): Promise<void>;
  /** Forgets what is waiting, until a later look, and resolves when the calls under way have ended and are recorded. */
  end(): Promise<void>;
  /** The same for good: takes up no more. */
  stop(): Promise<void>;
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>;
}

/** Calls under way to one receiver: enough for two thousand a second and more where answers take 20 ms. */
const AT_ONCE = 96;
/** Read ahead for one receiver, for the time until the next look. */
const READ_AHEAD = 512;
/** So many wait in line: enough for two looks. No more are read, or a slow receiver's would be, with their bodies, each time. */
const ENOUGH = READ_AHEAD / 2;

interface Sent {
  readonly outcome: Outcome;
  /** Resolves when the answer's body holds the connection no longer. */
  readonly drained: Promise<unknown>;
}

interface Line {
  readonly waiting: DueDelivery[];
  underWay: number;
}

/** Sends deliveries, each key's in a line of its own. Sent at least once: what is not recorded is sent again. */
export const createSender = (options: SenderOptions): Sender => {
  const { deliveries, loadKey, secrets, exchange, shownPosition, pauses, clock, log } = options;
  const lines = new Map<string, Line>();
  /** Taken up here: in line, or under way. */
  const held = new Set<number>();
  /** Done since the last look began: one that was read before that and arrives after it must not be sent again. */
  const done = new Set<number>();
  const underWay = new Set<Promise<void>>();
  /** Secrets that were missed: all that is in line misses the same one, and it is said once. */
  const missed = new Set<string>();
  let isStopping = false;
  let isOwner = (): boolean => true;

  const forgetLine = ({ waiting }: Line): void => {
    for (const { id } of waiting.splice(0)) held.delete(id);
  };

  const stopLine = async (line: Line, keyId: string, reason: string): Promise<null> => {
    forgetLine(line);
    await deliveries.stopAll(keyId, reason);
    return null;
  };

  /** Null: there was nothing to send. */
  const call = async (line: Line, delivery: DueDelivery): Promise<Sent | null> => {
    const { key_id, event, event_id, body, failures } = delivery;
    const key = await loadKey(key_id);
    const started_at = clock();
    const stop = key === null ? 'key_revoked' : webhookStop(key, started_at);
    if (stop !== null) return stopLine(line, key_id, stop);
    const { url, secret_id } = key!.webhook!;
    const secret = await secrets.find(secret_id);
    if (secret === undefined) {
      // Replaced in this very moment: the next look finds the key with its new one.
      if ((await loadKey(key_id))?.webhook?.secret_id !== secret_id) return null;
      // Gone, as after a restore of half a backup: it was stored before the log named it, and is kept while it does.
      if (!missed.has(secret_id))
        log.warn({ key_id, secret_id }, 'the secret that signs webhooks is gone: make a new one');
      missed.add(secret_id);
      return stopLine(line, key_id, 'secret_missing');
    }
    const headers = {
      'content-type': 'application/json',
      'x-service-event': event,
      'x-service-event-id': event_id,
      'x-service-signature': sign(body, secret),
    };
    // Frozen while the key was loaded: another process may have sent it by now.
    if (!isOwner()) return null;
    const start = performance.now();
    const { status_code, failure, drained } = await exchange.post({ url, headers, body });
    const duration_ms = Math.round(performance.now() - start);
    const at = new Date(started_at).toISOString();
    const verdict = judge({ started_at, failed: failure !== null, failures_before: failures }, pauses);
    return { outcome: { delivery, url, verdict, attempt: { at, status_code, failure, duration_ms } }, drained };
  };

  const work = async (line: Line, delivery: DueDelivery): Promise<void> => {
    // Ours, not the receiver's: it is in line as before, and a later look takes it up again.
    const complain = (error: unknown): null => {
      log.warn({ delivery_id: delivery.id, error: (error as Error).name }, 'a webhook is to be sent again');
      return null;
    };
    line.underWay += 1;
    const sent = await call(line, delivery).catch(complain);
    const recorded = sent && deliveries.record(sent.outcome).catch(complain);
    await sent?.drained;
    line.underWay -= 1;
    // The next call goes out while this one is being recorded.
    advance(line);
    await recorded;
    done.add(delivery.id);
  };

  const advance = (line: Line): void => {
    while (!isStopping && isOwner() && line.underWay < AT_ONCE && line.waiting.length > 0) {
      const working = work(line, line.waiting.shift()!).then(() => {
        underWay.delete(working);
      });
      underWay.add(working);
    }
  };

  const lineOf = (keyId: string): Line => {
    const known = lines.get(keyId) ?? { waiting: [], underWay: 0 };
    lines.set(keyId, known);
    return known;
  };

  const look = async (now: Date): Promise<void> => {
    if (isStopping) return;
    for (const id of done) held.delete(id);
    done.clear();
    await deliveries.stopExpired(now);
    const enough = [...lines].filter(([, { waiting }]) => waiting.length >= ENOUGH).map(([keyId]) => keyId);
    for (const delivery of await deliveries.due(now, shownPosition(), READ_AHEAD, enough)) {
      if (held.has(delivery.id)) continue;
      held.add(delivery.id);
      lineOf(delivery.key_id).waiting.push(delivery);
    }
    for (const line of lines.values()) advance(line);
  };

  const idle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };

  const end = async (): Promise<void> => {
    lines.forEach(forgetLine);
    await idle();
  };

  return {
    begin: (owns) => {
      isOwner = owns;
    },
    look,
    idle,
    end,
    stop: async () => {
      isStopping = true;
      await end();
    },
  };
};
