import type { LookupFunction } from 'node:net';
import type pg from 'pg';
import { createExchange, type Exchange } from './exchange.ts';
import { createHostLimiter, type HostLimiter } from './host-limiter.ts';
import type { Seal } from './seal.ts';
import { createSigningSecrets, type SigningSecrets } from './secrets.ts';

export interface TransportOptions {
  readonly pool: pg.Pool;
  /** Of the signing secrets. */
  readonly seal: Seal;
  /** Allows http, and addresses that are not public. */
  readonly allowPrivate: boolean;
  /** Milliseconds that one call may take. */
  readonly timeoutMs: number;
  /** Finds the addresses of names; by default as the machine is set up. */
  readonly lookup?: LookupFunction | undefined;
}

/** What every call to another address goes through, whether somebody waits for its answer or not. */
export interface Transport {
  readonly exchange: Exchange;
  readonly limiter: HostLimiter;
  readonly secrets: SigningSecrets;
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
}

export const createTransport = (options: TransportOptions): Transport => ({
  exchange: createExchange(options),
  limiter: createHostLimiter(),
  secrets: createSigningSecrets(options.pool, options.seal),
  allowPrivate: options.allowPrivate,
  timeoutMs: options.timeoutMs,
});
