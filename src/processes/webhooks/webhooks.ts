import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import type { WebhookKind, WebhookViews } from '../../commands/webhooks/webhook-kind.ts';
import { atMost } from '../../concurrency/cache-bounds.ts';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import { DEFAULT_TIMEZONE } from '../../domain/local-time.ts';
import { pointDecider } from '../../domain/points/decide.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import type { Follower, Ticker } from '../engine/process.ts';
import type { Channel } from '../outbound/channel.ts';
import { createNewest } from '../outbound/newest.ts';
import { createWebhookChannel, createWebhookDeliveries } from './channel.ts';
import { createWebhookFollower } from './follower.ts';
import { shownPositions } from './kinds.ts';
import { createMenuWindows } from './menu-windows.ts';
import { stopAll } from './queue.ts';
import { createReadingThen } from './reading-then.ts';
import { createStates } from './states.ts';

export interface WebhookOptions {
  readonly pool: pg.Pool;
  readonly store: Pick<EventStore, 'read'>;
  readonly handler: CommandHandler;
  /** The webhooks that partners get. */
  readonly kinds: readonly WebhookKind[];
  /** Up to which log position a read model shows the changes. */
  readonly shownPosition: (readModel: string) => number;
  /** Milliseconds before each further attempt. */
  readonly pauses: readonly number[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface Webhooks {
  /** Puts calls in the queue. */
  readonly follower: Follower;
  /** Puts calls about price windows in the queue. */
  readonly windows: Ticker;
  /** Where the queued calls go. */
  readonly channel: Channel;
  /** Somebody was erased: what is in memory may name them. */
  forget(): void;
}

/** Tells partners about changes (docs/domain.md#webhooks): puts calls in the queue, from which they are sent. */
export const createWebhooks = (options: WebhookOptions): Webhooks => {
  const { pool, store, handler, kinds, pauses, clock } = options;
  const loadKey = createNewest(async (keyId) => (await handler.load(accessKeyDecider, keyId)).state);
  const states = createStates(store);
  const readingThen = createReadingThen(pool, options.shownPosition);
  /** A brand keeps the language that it was created with. */
  const languages = new LRUCache<string, string>(atMost(10_000));
  const languageOf = async (brandId: string): Promise<string> => {
    const language = languages.get(brandId) ?? (await handler.load(brandDecider, brandId)).state?.language ?? 'en';
    languages.set(brandId, language);
    return language;
  };
  const viewsOf = (event: RecordedEvent): WebhookViews => {
    const { before, after } = states.of(event);
    return {
      stateBefore: before,
      stateThen: after,
      timezoneOf: async (pointId) => (await handler.load(pointDecider, pointId)).state?.timezone ?? DEFAULT_TIMEZONE,
      load: async (decider, id) => (await handler.load(decider, id)).state,
      language: () => languageOf(event.metadata.brand_id),
      readThen: (readModels, read) => readingThen(event.position, readModels, read),
    };
  };
  return {
    follower: createWebhookFollower({ kinds, viewsOf, clock }),
    channel: createWebhookChannel({
      deliveries: createWebhookDeliveries(pool, (...stopped) => stopAll(pool, ...stopped)),
      shown: () => shownPositions(kinds, options.shownPosition),
      kinds,
      loadKey,
      pauses,
      clock,
    }),
    windows: createMenuWindows({ pool, kinds, shownPosition: options.shownPosition }),
    forget: states.forget,
  };
};
