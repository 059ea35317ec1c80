import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { NarrowMetadata } from './narrow-metadata.ts';
import type { Shared } from './shared-metadata.ts';

/**
 * The shared metadata that the log has, as its connections have seen: they are not sent again. A log that is restored
 * under the app may lack them, but no connection outlives that.
 */
const storedBy = new WeakMap<pg.Client, LRUCache<string, true>>();
const MOST_STORED = 1_000;

/**
 * Gives `send` the shared metadata that the log may lack. If its answer has anything that landed, the log has them from
 * then on.
 */
export const sendingUnstored = async <Landed extends readonly unknown[] | undefined>(
  client: pg.Client,
  metadata: readonly NarrowMetadata[],
  send: (unstored: readonly Shared[]) => Promise<Landed>,
): Promise<Landed> => {
  const stored = storedBy.get(client) ?? new LRUCache<string, true>({ max: MOST_STORED });
  storedBy.set(client, stored);
  const named = new Set(metadata.map(({ shared }) => shared));
  const unstored = [...named].filter(({ id }) => !stored.has(id));
  const landed = await send(unstored);
  if (landed && landed.length > 0) for (const { id } of unstored) stored.set(id, true);
  return landed;
};
