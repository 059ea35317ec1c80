import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { NarrowMetadata } from './narrow-metadata.ts';
import { expectedValue, type PendingAppend, type RenderedEvent } from './pending-append.ts';
import { call, type LandedRow } from './send-many.ts';

/** An append of one event with metadata in columns, which brings no companion: most orders, and most other commands. */
interface OneEvent extends PendingAppend {
  readonly events: readonly [RenderedEvent & { readonly metadata: NarrowMetadata }];
}

/** Whether the batch can go the short way. The answer is the same either way. */
export const isOneEvent = (batch: readonly PendingAppend[]): batch is readonly [OneEvent] =>
  batch.length === 1 && batch[0]!.events.length === 1 && typeof batch[0]!.events[0]!.metadata !== 'string';

const APPEND_ONE = { name: 'log.append_one', text: call('log.append_one', 18) };

/**
 * The shared metadata that the log has, as its connections have seen: they are not sent again. A log that is restored
 * under the app may lack them, but no connection outlives that.
 */
const storedBy = new WeakMap<pg.Client, LRUCache<string, true>>();
const MOST_STORED = 1_000;

/** Sends one event alone, by one short function: a batch costs twice as much, however little is in it. */
export const sendOneEvent = async (client: pg.Client, append: OneEvent): Promise<LandedRow[]> => {
  const { stream, expected, events, keysAsOf, conditions } = append;
  const [{ id, type, packed, metadata }] = events;
  const { shared, command_id, causation_id, correlation_id, occurred_at } = metadata;
  const stored = storedBy.get(client) ?? new LRUCache<string, true>({ max: MOST_STORED });
  storedBy.set(client, stored);
  const { unchanged, claim } = conditions ?? {};
  const { rows } = await client.query<LandedRow | Nothing>({
    ...APPEND_ONE,
    values: [
      ...[stream, expectedValue(expected), id, type, packed],
      ...[shared.id, command_id, causation_id, correlation_id, occurred_at],
      ...[stored.has(shared.id) ? null : shared.json, keysAsOf, unchanged?.stream, unchanged?.revision],
      ...[claim?.kind, claim?.scope, claim?.key, claim?.id],
    ],
  });
  const [row] = rows;
  if (!row || row.append_number === null) return [];
  stored.set(shared.id, true);
  return [row];
};

/** What log.append_one answers for an append that failed. */
interface Nothing {
  readonly append_number: null;
}
