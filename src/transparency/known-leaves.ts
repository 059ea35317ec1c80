import type pg from 'pg';
import type { EventStore, RecordedEvent } from '../event-store/event-store.ts';
import { leafHashOf } from './leaf.ts';

interface KnownLeaf {
  readonly log_id: string;
  readonly position: number;
  readonly hash: Buffer;
}

/** The log has another event than the one that was hashed at this position, or none. */
export interface LogDiffers {
  readonly position: number;
  readonly has: 'another event' | 'no event';
}

/** The first leaf of the tree, the last one that was signed, and the last one. */
const LEAVES = `
  select head.log_id, tile.positions[(leaf.index % 256)::int + 1] as position,
    substring(tile.hashes from (leaf.index % 256)::int * 32 + 1 for 32) as hash
  from app.tree_head head
  cross join lateral (
    select distinct index from unnest(array[0, head.signed_size - 1, head.size - 1]) as wanted (index)
    where index between 0 and head.size - 1
  ) leaf
  join app.tree_tiles tile on tile.level = 0 and tile.number = leaf.index / 256
  order by leaf.index`;

/**
 * Compares a few leaves of the tree with the events that the log has at their positions. Two histories differ at the first
 * event, or from some event on to the end. So the ends tell: that of the tree, and that of an earlier time, because the tree
 * may have grown on top of another log since then. The comparison costs a row of a table and four events.
 */
export const createLogComparison = (
  stored: Pick<EventStore, 'head' | 'isPlace' | 'readAt'>,
  db: Pick<pg.Pool, 'query'>,
): (() => Promise<LogDiffers | null>) => {
  /** The end of the tree when it was last compared. */
  let before: KnownLeaf | undefined;

  const eventAt = async (position: number): Promise<RecordedEvent | undefined> =>
    stored.isPlace && !(await stored.isPlace(position)) ? undefined : (await stored.readAt([position]))[0];

  return async () => {
    const { rows: leaves } = await db.query<KnownLeaf>(LEAVES);
    const last = leaves.at(-1);
    // A tree that was begun anew knows nothing of the one before.
    if (before && before.log_id === last?.log_id) leaves.push(before);
    // Read after the tree: what is beyond it is missing, which is another fault.
    const end = await stored.head();
    for (const { position, hash } of leaves) {
      if (position > end) continue;
      const event = await eventAt(position);
      if (!event) return { position, has: 'no event' };
      if (!leafHashOf(event).equals(hash)) return { position, has: 'another event' };
    }
    before = last;
    return null;
  };
};
