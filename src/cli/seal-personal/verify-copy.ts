import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Codec } from '../../event-store/codec.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { sealedIn, toBeSealed } from '../../event-store/personal-form.ts';
import { readLog } from '../../event-store/postgres/read-events.ts';

const BATCH = 500;

/**
 * Compares the copy with the log, event by event: place, id, type, and everything that a reader gets. Opens each sealed
 * part for it. `codec`: one that has not sealed the copy, so that it has nothing of it in memory.
 * @throws Error naming the first position that differs, or that is still plain
 */
export const verifyCopy = async (pool: pg.Pool, codec: Codec): Promise<number> => {
  let events = 0;
  for (let after = 0; ; ) {
    const [log, copy] = await Promise.all([
      readLog(pool, after, BATCH),
      readLog(pool, after, BATCH, 'log.events_sealed'),
    ]);
    if (log.length !== copy.length) throw new Error(`the copy has other events than the log after position ${after}`);
    if (log.length === 0) return events;
    const [before, now] = await Promise.all([codec.decode(log), codec.decode(copy)]);
    for (const [index, event] of before.entries()) compare(event, now[index]!, copy[index]!);
    after = log.at(-1)!.position;
    events += log.length;
  }
};

const compare = (event: RecordedEvent, copied: RecordedEvent, stored: RecordedEvent): void => {
  const { position } = event;
  if (!isDeepStrictEqual(plainOf(event), plainOf(copied))) throw new Error(`the copy differs at position ${position}`);
  if (!sealedIn(stored.data) && toBeSealed(copied.data)) {
    throw new Error(`the copy has personal data in plain text at position ${position}`);
  }
};

/** Member by member: the data may have been read from texts of different forms. */
const plainOf = (event: RecordedEvent): unknown => JSON.parse(JSON.stringify(event));
