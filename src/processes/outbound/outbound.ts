import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Ticker } from '../engine/process.ts';
import type { Channel } from './channel.ts';
import { createPendingKinds } from './pending.ts';
import { createAttemptRecords } from './records.ts';
import { createRetention } from './retention.ts';
import { createSender } from './sender.ts';
import type { Transport } from './transport.ts';

export interface OutboundOptions {
  readonly pool: pg.Pool;
  /** Of the signing secrets. */
  readonly channels: readonly Channel[];
  /** Milliseconds after its last attempt until the body of a call is deleted. */
  readonly retentionMs: number;
  readonly transport: Transport;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/** Sends the queued calls of all channels. */
export interface Outbound {
  readonly tickers: readonly Ticker[];
  /** To be called when deliveries were stored: they are sent within a tenth of a second, else within one. */
  wake(): void;
  /** Resolves when the calls under way have ended and are recorded. */
  close(): Promise<void>;
  /** Resolves when everything that was taken up has been sent. */
  idle(): Promise<void>;
}

/** A change is sent within this time and the time that the read models take. */
const TICK_MS = 100;
/** How often calls that will never be made become undelivered. Nothing waits for that. */
const STOP_MS = 5_000;
/** How long to wait for recording the calls that ended last. */
const RECORD_MS = 500;

export const createOutbound = (options: OutboundOptions): Outbound => {
  const { pool, transport, channels } = options;
  const sender = createSender({
    ...options,
    ...transport,
    pendingKinds: createPendingKinds(pool),
    record: createAttemptRecords(pool),
  });
  /**
   * Calls end in time by themselves. A database that does not answer must not keep another process waiting for ever.
   */
  const end = async (): Promise<void> => {
    await Promise.race([sender.end(), delay(transport.timeoutMs + RECORD_MS, undefined, { ref: false })]);
  };
  return {
    tickers: [
      { name: 'webhooks', everyMs: TICK_MS, begin: sender.begin, rests: sender.rests, tick: sender.tick, end },
      {
        name: 'hopeless-deliveries',
        everyMs: STOP_MS,
        tick: async (now) => {
          for (const channel of channels) await channel.stopHopeless(now);
        },
      },
      createRetention(options),
    ],
    wake: sender.wake,
    idle: sender.idle,
    close: async () => {
      await sender.stop();
      await transport.exchange.close();
    },
  };
};
