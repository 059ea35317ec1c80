import type pg from 'pg';
import type { EventFilter } from '../../event-store/event-store.ts';
import { intersection, union, unpackPositions } from './postings.ts';
import { BLOCKS, INDEX_SCHEMA, POSTINGS } from './tables.ts';

/** The checkpoint of the process that writes the index. */
export const INDEX_PROCESS = 'event-index';

/** How many long blocks are read at first, and at most. Of frequent terms, the first may have enough. */
const FIRST_BLOCKS = 2;
const MOST_BLOCKS = 64;

/** What the index says of a search. */
export interface Candidates {
  /** The index knows everything up to here, and nothing beyond. */
  readonly indexed: number;
  /** Positions of events that have the terms, in order, some at a time. */
  positions(): AsyncIterable<readonly number[]>;
}

interface State {
  readonly indexed: number;
  /** Everything up to here is in long blocks. */
  readonly long_to: number;
  /** Bounds of what was recorded in the time asked for; null if nothing was. */
  readonly low: number | null;
  readonly high: number | null;
}

interface Posting {
  readonly last_position: number;
  readonly place: number;
  readonly positions: Buffer;
}

const blocksTable = `${INDEX_SCHEMA}.${BLOCKS}`;
const postingsTable = `${INDEX_SCHEMA}.${POSTINGS}`;

/**
 * In one statement, because short blocks become long ones between two. A checkpoint that is not at the end of the index
 * was moved by hand: then the index says nothing, until it is built again.
 */
const STATE = `
  with state as materialized (
    select c.position as indexed,
      coalesce((select last_position from ${blocksTable} where terms is null order by last_position desc limit 1), 0) as long_to,
      case when $3::timestamptz is null then 0 else
        (select after_position from ${blocksTable} where recorded_to >= $3 order by last_position limit 1) end as low,
      case when $4::timestamptz is null then c.position else
        (select last_position from ${blocksTable} where recorded_from <= $4 order by last_position desc limit 1) end as high
    from app.process_checkpoints c
    where c.process = '${INDEX_PROCESS}' and c.position = (select max(last_position) from ${blocksTable})
  )
  select state.*, short.* from state left join lateral (
    select b.last_position, asked.place, b.postings[array_position(b.terms, asked.term)] as positions
    from ${blocksTable} b cross join unnest($1::uuid[]) with ordinality as asked (term, place)
    where b.terms is not null and b.last_position > $2 and asked.term = any (b.terms)
  ) short on true`;

/** The long blocks that have at least one term of each group. */
const LONG = `
  select last_position from (
    select distinct p.last_position, asked.place_of_group
    from unnest($1::uuid[], $2::int[]) as asked (term, place_of_group)
    join ${postingsTable} p on p.term = asked.term
    where p.last_position > $3 and p.last_position <= $4
  ) found
  group by last_position having count(*) = $5 order by last_position`;

const READ = `
  select p.last_position, asked.place, p.positions
  from unnest($1::uuid[]) with ordinality as asked (term, place)
  join ${postingsTable} p on p.term = asked.term and p.last_position = any ($2::bigint[])`;

/**
 * Looks up events that have one term of each group. Undefined if there is no index yet. The events are still to be
 * compared with the filter: their times are only known roughly.
 */
export const findCandidates = async (
  pool: pg.Pool,
  groups: readonly (readonly string[])[],
  after: number,
  { from, to }: Pick<EventFilter, 'from' | 'to'>,
): Promise<Candidates | undefined> => {
  const terms = groups.flat();
  const groupOf = groups.flatMap((group, index) => group.map(() => index));
  const { rows } = await pool.query<State & Posting>(STATE, [terms, after, from ?? null, to ?? null]);
  const state = rows[0];
  if (!state) return undefined;
  const { indexed, long_to, low, high } = state;
  const isEmpty = low === null || high === null;
  const start = Math.max(after, low ?? 0);

  const matching = (postings: readonly Posting[]): number[] => {
    const lists = groups.map((): number[][] => []);
    for (const { place, positions } of postings) lists[groupOf[place - 1]!]!.push(unpackPositions(positions));
    return intersection(lists.map(union)).filter((position) => position > start && position <= high!);
  };

  const longBlocks = async (): Promise<number[]> => {
    const values = [terms, groupOf, start, long_to, groups.length];
    const found = (await pool.query<{ last_position: number }>(LONG, values)).rows.map((row) => row.last_position);
    // The first block that ends at the bound, or beyond it, is the last one that can have something.
    const beyond = found.findIndex((last) => last >= high!);
    return beyond < 0 ? found : found.slice(0, beyond + 1);
  };

  async function* positions(): AsyncIterable<readonly number[]> {
    if (isEmpty) return;
    const blocks = start < long_to ? await longBlocks() : [];
    for (let at = 0, size = FIRST_BLOCKS; at < blocks.length; at += size, size = Math.min(size * 4, MOST_BLOCKS)) {
      const { rows: read } = await pool.query<Posting>(READ, [terms, blocks.slice(at, at + size)]);
      for (const postings of byBlock(read)) yield matching(postings);
    }
    for (const postings of byBlock(rows.filter((row) => row.positions))) yield matching(postings);
  }

  return { indexed, positions };
};

/** The postings of each block, in the order of the log. */
const byBlock = (postings: readonly Posting[]): Posting[][] => {
  const blocks = Map.groupBy(postings, ({ last_position }) => last_position);
  return [...blocks].sort(([one], [other]) => one - other).map(([, block]) => block);
};
