import type pg from 'pg';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import { loyaltyDecider } from '../../domain/loyalty/decide.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import type { Follower, Ticker } from '../engine/process.ts';
import type { Channel } from '../outbound/channel.ts';
import { createNewest } from '../outbound/newest.ts';
import { createLoyaltyChannel } from './channel.ts';
import { createLoyaltyFollower } from './follower.ts';
import { createHoldTimers } from './holds.ts';

export interface LoyaltyOptions {
  readonly pool: pg.Pool;
  readonly store: Pick<EventStore, 'read'>;
  readonly handler: CommandHandler;
  /** Milliseconds before each further attempt. */
  readonly pauses: readonly number[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface Loyalty {
  /** Puts calls in the queue. */
  readonly follower: Follower;
  /** Gives up holds whose closing did not follow. */
  readonly ticker: Ticker;
  /** Where the queued calls go. */
  readonly channel: Channel;
}

/** Tells loyalty services what became of cheques (docs/loyalty.md). */
export const createLoyalty = ({ pool, store, handler, pauses, clock }: LoyaltyOptions): Loyalty => {
  const loadService = createNewest(async (brandId) => (await handler.load(loyaltyDecider, brandId)).state);
  return {
    follower: createLoyaltyFollower({ store, handler, clock }),
    ticker: createHoldTimers({ handler, pool }),
    channel: createLoyaltyChannel({ pool, handler, loadService, pauses, clock }),
  };
};
