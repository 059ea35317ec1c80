import type pg from 'pg';
import { expectedValue, type PendingAppend, type RenderedEvent } from './pending-append.ts';
import { call, type LandedRow } from './send-many.ts';
import { sendingUnstored } from './stored-metadata.ts';

/** An append of one event: most orders, and most other commands. */
export interface OneEvent extends PendingAppend {
  readonly events: readonly [RenderedEvent];
}

export const isOneEvent = (append: PendingAppend): append is OneEvent => append.events.length === 1;

/** Whether the batch can go the shortest way. */
export const isAlone = (batch: readonly PendingAppend[]): batch is readonly [OneEvent] =>
  batch.length === 1 && isOneEvent(batch[0]!);

const APPEND_ALONE = { name: 'log.append_alone', text: call('log.append_alone', 18) };

/**
 * Sends one event alone, by one short function: a batch costs twice as much, however little is in it. Throws a
 * unique_violation if its key is taken, or if its stream exists and should not.
 */
export const sendAlone = (client: pg.Client, append: OneEvent): Promise<LandedRow[]> => {
  const { stream, expected, events, keysAsOf, conditions } = append;
  const [{ id, type, packed, metadata }] = events;
  const { own, shared } = metadata;
  const { unchanged, claim } = conditions ?? {};
  return sendingUnstored(client, [metadata], async ([unstored]) => {
    const { rows } = await client.query<LandedRow | Nothing>({
      ...APPEND_ALONE,
      values: [
        ...[stream, expectedValue(expected), id, type, packed],
        ...[shared.id, own?.command_id, own?.causation_id, own?.correlation_id, own?.occurred_at, unstored?.json],
        ...[keysAsOf, unchanged?.stream, unchanged?.revision],
        ...[claim?.kind, claim?.scope, claim?.key, claim?.id],
      ],
    });
    const [row] = rows;
    return row && row.append_number !== null ? [row] : [];
  });
};

/** What log.append_alone answers for an append that failed. */
interface Nothing {
  readonly append_number: null;
}
