import type { LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { asDomainEvents } from '../../commands/loop/folded.ts';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import type { WebhookKind, WebhookViews } from '../../commands/webhooks/webhook-kind.ts';
import { fold } from '../../domain/decider.ts';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import { DEFAULT_TIMEZONE } from '../../domain/local-time.ts';
import { pointDecider } from '../../domain/points/decide.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import type { Follower, Ticker } from '../engine/process.ts';
import { createBreaker } from '../outbound/breaker.ts';
import { createExchange } from '../outbound/exchange.ts';
import type { Seal } from '../outbound/seal.ts';
import { createDeliveries } from './deliveries.ts';
import { createWebhookFollower } from './follower.ts';
import { shownPositions } from './kinds.ts';
import { createNewest } from './newest.ts';
import { stopAll } from './queue.ts';
import { createWebhookRetention } from './retention.ts';
import { createSecretSeals, createSigningSecrets } from './secrets.ts';
import { createSender } from './sender.ts';

export interface WebhookOptions {
  readonly pool: pg.Pool;
  readonly store: Pick<EventStore, 'read'>;
  /** Of the signing secrets. */
  readonly seal: Seal;
  readonly handler: CommandHandler;
  /** The webhooks that partners get. */
  readonly kinds: readonly WebhookKind[];
  /** Up to which log position a read model shows the changes. */
  readonly shownPosition: (readModel: string) => number;
  /** Milliseconds before each further attempt. */
  readonly pauses: readonly number[];
  /** Milliseconds after its last attempt until the body of a call is deleted. */
  readonly retentionMs: number;
  /** Allows http, and addresses that are not public. */
  readonly allowPrivate: boolean;
  /** Of one call. */
  readonly timeoutMs: number;
  /** Finds the addresses of names; by default as the machine is set up. */
  readonly lookup?: LookupFunction | undefined;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

export interface Webhooks {
  readonly follower: Follower;
  readonly tickers: readonly Ticker[];
  /** Resolves when the calls under way have ended and are recorded. */
  close(): Promise<void>;
  /** Resolves when everything that was taken up has been sent. */
  idle(): Promise<void>;
}

/** A change is sent within this time and the time that the read models take. */
const TICK_MS = 100;
/** How long to wait for recording the calls that ended last. */
const RECORD_MS = 500;

/** Tells partners about changes (docs/domain.md#webhooks): puts calls in the queue, and then sends them. */
export const createWebhooks = (options: WebhookOptions): Webhooks => {
  const { pool, store, handler, kinds } = options;
  const exchange = createExchange(options);
  const loadKey = createNewest(async (keyId) => (await handler.load(accessKeyDecider, keyId)).state);
  const deliveries = createDeliveries(pool, (...stopped) => stopAll(pool, ...stopped));
  const sender = createSender({
    ...options,
    deliveries,
    loadKey,
    exchange,
    shown: () => shownPositions(kinds, options.shownPosition),
    secrets: createSigningSecrets(pool, options.seal),
    breaker: createBreaker(),
  });
  /**
   * Calls end in time by themselves. A database that does not answer must not keep another process waiting for ever.
   */
  const end = async (): Promise<void> => {
    await Promise.race([sender.end(), delay(options.timeoutMs + RECORD_MS, undefined, { ref: false })]);
  };
  const viewsOf = ({ stream, revision }: RecordedEvent): WebhookViews => ({
    stateThen: async (decider) =>
      fold(decider, decider.initial, asDomainEvents(decider, await store.read(stream, 0, revision + 1))),
    timezoneOf: async (pointId) => (await handler.load(pointDecider, pointId)).state?.timezone ?? DEFAULT_TIMEZONE,
    load: async (decider, id) => (await handler.load(decider, id)).state,
  });
  return {
    follower: createWebhookFollower({ kinds, viewsOf, clock: options.clock }),
    tickers: [
      { name: 'webhooks', everyMs: TICK_MS, begin: sender.begin, tick: sender.tick, end },
      createSecretSeals(pool, options.seal),
      createWebhookRetention(options),
    ],
    idle: sender.idle,
    close: async () => {
      await sender.stop();
      await exchange.close();
    },
  };
};
