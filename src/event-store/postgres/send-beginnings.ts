import type pg from 'pg';
import { bigintArray, textArray, uuidArray } from '../../database/binary-array.ts';
import { claimOf, claimValues, guardsOf, keyValues } from './condition-values.ts';
import { metadataValues } from './narrow-metadata.ts';
import type { PendingAppend } from './pending-append.ts';
import { isOneEvent, type OneEvent } from './send-alone.ts';
import { call, type LandedRow, oldestKeys } from './send-many.ts';
import { sendingUnstored } from './stored-metadata.ts';

/** The first event of a stream: an order, or a new guest whom an order brings. Such a companion has no conditions. */
const isBeginning = (append: PendingAppend): append is OneEvent =>
  isOneEvent(append) && append.expected === 'no_stream' && (append.conditions ?? append.as) !== undefined;

/** Whether the batch can go the short way for many. A companion stands in the batch before its append. */
export const areBeginnings = (batch: readonly PendingAppend[]): batch is readonly OneEvent[] =>
  batch.every(isBeginning);

const APPEND_BEGINNINGS = { name: 'log.append_beginnings', text: call('log.append_beginnings', 24) };

/**
 * Sends them by one short function, which stores all of them, or none. Undefined: a guard is elsewhere. Throws a
 * unique_violation if a key is taken, or if a stream exists.
 */
export const sendBeginnings = (client: pg.Client, batch: readonly OneEvent[]): Promise<LandedRow[] | undefined> => {
  const events = batch.map((append) => append.events[0]);
  const metadata = events.map((event) => event.metadata);
  const { guards } = guardsOf(batch);
  return sendingUnstored(client, metadata, async (unstored) => {
    const { rows } = await client.query<Pick<LandedRow, 'head_before' | 'recorded'> | Nothing>({
      ...APPEND_BEGINNINGS,
      values: [
        textArray(batch.map(({ stream }) => stream)),
        uuidArray(events.map(({ id }) => id)),
        textArray(events.map(({ type }) => type)),
        textArray(events.map(({ packed }) => packed)),
        ...metadataValues(metadata, unstored),
        oldestKeys(batch),
        textArray(guards.map(({ stream }) => stream)),
        bigintArray(guards.map(({ revision }) => revision)),
        ...claimValues(batch.flatMap((append) => claimOf(append) ?? [])),
        ...keyValues(batch.flatMap(({ as }) => as?.key ?? [])),
      ],
    });
    const [row] = rows;
    if (!row || row.recorded === null) return undefined;
    return batch.map((_, index) => ({ append_number: index + 1, revision_before: '-1', ...row }));
  });
};

/** What log.append_beginnings answers when nothing was stored. */
interface Nothing {
  readonly recorded: null;
}
