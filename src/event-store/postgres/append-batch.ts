import pg from 'pg';
import { UNIQUE_VIOLATION } from '../../database/sqlstate.ts';
import { type AppendResult, ConditionsFailed, type RecordedEvent, RevisionConflict } from '../event-store.ts';
import { unpackData } from '../packing/packed-data.ts';
import { wholeMetadata } from './narrow-metadata.ts';
import { type PendingAppend, streamsOf } from './pending-append.ts';
import { isAlone, sendAlone } from './send-alone.ts';
import { areBeginnings, sendBeginnings } from './send-beginnings.ts';
import { type LandedRow, sendMany } from './send-many.ts';

const MAX_APPENDS = 500;
const MAX_BYTES = 4_000_000;

/**
 * A batch has a maximum size. It contains each stream once, because log.append compares with the table and not within
 * the batch, and none of the `busy` streams.
 */
export const pickBatch = (queued: readonly PendingAppend[], busy: ReadonlySet<string>): boolean[] => {
  const streams = new Set(busy);
  const isTaken = (append: PendingAppend): boolean => streamsOf(append).some((stream) => streams.has(stream));
  let appends = 0;
  let bytes = 0;
  return queued.map((append) => {
    const size = append.bytes + (append.companion?.bytes ?? 0);
    const fits = appends === 0 || (appends < MAX_APPENDS && bytes + size <= MAX_BYTES);
    // Once a stream was skipped, its later appends are skipped too: they keep their order.
    const isPicked = fits && !isTaken(append);
    for (const stream of streamsOf(append)) streams.add(stream);
    if (!isPicked) return false;
    appends += 1;
    bytes += size;
    return true;
  });
};

/** What a batch added to the log. */
export interface Landed {
  /** The last position of the log before the batch. */
  readonly headBefore: number;
  /** Position of its last event. */
  readonly last: number;
  readonly count: number;
  /** Size of its payloads and metadata, approximately. */
  readonly bytes: number;
  /**
   * The events that follow there, without gaps except for failed appends. Made on demand, because often no subscriber
   * wants them.
   */
  events(): RecordedEvent[];
}

/**
 * Undefined: the batch has to go the long way. The short ways answer undefined, or throw that a key is taken or a stream exists:
 * then nothing is stored, and only the long way can tell which appends may land.
 */
const sendShort = (
  client: pg.Client,
  batch: readonly PendingAppend[],
): Promise<LandedRow[] | undefined> | undefined => {
  if (isAlone(batch)) return sendAlone(client, batch[0]);
  return areBeginnings(batch) ? sendBeginnings(client, batch) : undefined;
};

/**
 * Two answers can come in one packet. Each way takes the same number of turns of the promise queue, so what was sent first lands
 * first. Otherwise the stretch of the log that this process holds would begin anew, and its subscribers would read the log.
 */
const send = async (client: pg.Client, batch: readonly PendingAppend[]): Promise<LandedRow[]> => {
  const short = sendShort(client, batch);
  try {
    const rows = await (short ?? sendMany(client, batch));
    if (rows) return rows;
  } catch (error) {
    if (!short || !isUniqueViolation(error)) throw error;
  }
  return sendMany(client, batch);
};

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;

/**
 * Sends a batch as one call. `onLanded` gets what the log has gained, if anything. Throws what the server threw: then
 * nothing of the batch is stored.
 */
export const sendBatch = async (
  client: pg.Client,
  asked: readonly PendingAppend[],
  onLanded: (landed: Landed) => void,
): Promise<readonly (AppendResult | Error)[]> => {
  const batch = asked.flatMap((append) => (append.companion ? [append.companion, append] : [append]));
  const rows = await send(client, batch);
  const landed = new Map(rows.map((row) => [row.append_number, row]));
  const headBefore = Number(rows[0]?.head_before);
  let place = 0;
  const placed: { append: PendingAppend; row: LandedRow; before: number }[] = [];
  const results = batch.flatMap((append, index) => {
    const before = headBefore + place;
    place += append.events.length;
    const row = landed.get(index + 1);
    if (row) placed.push({ append, row, before });
    // The answer is that of the append that it goes with.
    if (append.as) return [];
    if (!row && append.conditions) return new ConditionsFailed(append.stream);
    if (!row) return new RevisionConflict(append.stream, append.expected);
    return { revision: Number(row.revision_before) + append.events.length, position: headBefore + place };
  });
  if (placed.length > 0) {
    onLanded({
      headBefore,
      last: placed.at(-1)!.before + placed.at(-1)!.append.events.length,
      count: placed.reduce((count, { append }) => count + append.events.length, 0),
      bytes: placed.reduce((bytes, { append }) => bytes + append.bytes, 0),
      events: () => placed.flatMap(({ append, row, before }) => recordedEvents(append, row, before)),
    });
  }
  return results;
};

/**
 * The events exactly as a read of the log would give them: values without a JSON form, such as undefined members, are
 * gone.
 */
const recordedEvents = ({ stream, events }: PendingAppend, row: LandedRow, before: number): RecordedEvent[] =>
  events.map(({ id, type, packed, data, metadata }, index) => ({
    position: before + index + 1,
    stream,
    revision: Number(row.revision_before) + index + 1,
    id: id.toLowerCase(),
    type,
    data: data ?? unpackData(packed.toString()),
    metadata: wholeMetadata(metadata),
    recorded_at: row.recorded,
  }));
