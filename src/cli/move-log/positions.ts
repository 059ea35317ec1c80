import type pg from 'pg';
import { forEachAFew } from '../../concurrency/for-each-a-few.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { INDEX_PROCESS } from '../../projections/event-index/candidates.ts';

/** Positions that what was done so far goes by. All others are of kept answers, or of what is built anew from the log. */
const COLUMNS = [
  ['app.process_checkpoints', 'position'],
  ['app.deliveries', 'position'],
  ['app.deliveries', 'resent_position'],
  ['app.erasures', 'position'],
  ['app.lost_keys', 'position'],
  ['app.keys_checked', 'position'],
] as const;

/** Bodies of calls that were deleted tell nothing any more. */
const FORGET = `update app.deliveries set position = 0 where position > 0 and body is null and status <> 'pending'`;

/**
 * What commands answered, for their repeats. There may be millions, and a caller does no more with the position than wait for it:
 * 0 is shown everywhere. Not null: that says that nothing was recorded.
 */
const KEPT_ANSWERS = `
  update app.identities set result = case when result ->> 'run' = 'purged'
    then json_build_object('run', 'purged', 'type', result -> 'type', 'position', 0)
    else json_build_array(result -> 0, 0, result -> 2) end
  where kind = 'command' and coalesce(result ->> 1, result ->> 'position')::bigint > 0`;

/** What is made from the log, with its positions: the app makes it again. */
const BUILT_ANEW = `
  truncate app.checkpoints, app.snapshots, app.kept_snapshots, app.event_index_blocks, app.event_index_postings;
  update app.process_checkpoints set position = 0 where process = '${INDEX_PROCESS}'`;

/** A tree over other positions is another tree, with another name (docs/operations.md, "Proof of the log"). */
const NEW_TREE = `
  alter table app.tree_checkpoints disable trigger append_only;
  delete from app.tree_checkpoints;
  alter table app.tree_checkpoints enable always trigger append_only;
  delete from app.tree_witness_calls;
  delete from app.tree_tiles;
  update app.tree_head set log_id = gen_random_uuid(), size = 0, position = 0, root = sha256(''), signed_size = 0, signed_count = 0`;

const AT_ONCE = 20;
const PAGE = 1_000;

/** The positions in the old log that are kept somewhere, ascending, without 0. */
export const keptPositions = async (db: Pick<pg.ClientBase, 'query'>): Promise<number[]> => {
  await db.query(FORGET);
  const each = COLUMNS.map(([table, column]) => `select ${column} as position from ${table} where ${column} > 0`);
  const { rows } = await db.query<{ position: number }>(`${each.join(' union ')} order by 1`);
  return rows.map(({ position }) => position);
};

/**
 * Where each of these positions is in the target: the place of the last event up to there. So who has worked up to a position has done
 * the same events, no more and no less.
 */
export const newPositions = async (
  source: EventStore,
  target: EventStore,
  positions: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const moved = new Map<number, number>();
  let before: RecordedEvent | undefined;
  for (let at = 0; at < positions.length; at += PAGE) {
    const events = await lastUpTo(source, positions.slice(at, at + PAGE), before);
    before = [...events.values()].at(-1);
    const move = async ([position, event]: readonly [number, RecordedEvent | undefined]): Promise<void> => {
      moved.set(position, event ? await placeIn(target, event) : 0);
    };
    await forEachAFew([...events], move, AT_ONCE);
  }
  return moved;
};

const placeIn = async (target: EventStore, { id, stream, revision }: RecordedEvent): Promise<number> => {
  const [same] = await target.read(stream, revision, 1);
  if (same?.id === id) return same.position;
  throw new Error(`event ${id} in ${stream} is not in the target`);
};

/** The last event up to each of the positions. */
const lastUpTo = async (
  source: EventStore,
  positions: readonly number[],
  before: RecordedEvent | undefined,
): Promise<Map<number, RecordedEvent | undefined>> => {
  const there = new Map((await readThere(source, positions)).map((event) => [event.position, event]));
  const found = new Map<number, RecordedEvent | undefined>();
  let last = before;
  for (const position of positions) {
    // No event is there, as where an append failed: the last one before it.
    last = there.get(position) ?? (await walkTo(source, last, position));
    found.set(position, last);
  }
  return found;
};

const readThere = async (source: EventStore, positions: readonly number[]): Promise<RecordedEvent[]> => {
  if (!source.isPlace) return source.readAt(positions);
  const head = await source.head();
  const events: RecordedEvent[] = [];
  for (const position of positions) {
    if (position <= head && (await source.isPlace(position))) events.push(...(await source.readAt([position])));
  }
  return events;
};

const walkTo = async (source: EventStore, from: RecordedEvent | undefined, position: number) => {
  let last = from;
  for (;;) {
    const page = await source.readAll(last?.position ?? 0, PAGE);
    const upTo = page.filter((event) => event.position <= position);
    last = upTo.at(-1) ?? last;
    if (upTo.length < PAGE) return last;
  }
};

/** In the caller's transaction. */
export const movePositions = async (
  tx: Pick<pg.ClientBase, 'query'>,
  moved: ReadonlyMap<number, number>,
): Promise<void> => {
  const values = [[...moved.keys()], [...moved.values()]];
  for (const [table, column] of COLUMNS) {
    // By way of numbers that no row has: positions are unique in some tables.
    await tx.query(
      `update ${table} set ${column} = -1 - moved.new from unnest($1::bigint[], $2::bigint[]) as moved (old, new)
       where ${column} = moved.old and ${column} > 0`,
      values,
    );
    await tx.query(`update ${table} set ${column} = -1 - ${column} where ${column} < 0`);
  }
  await tx.query(KEPT_ANSWERS);
  await tx.query(BUILT_ANEW);
  await tx.query(NEW_TREE);
};
