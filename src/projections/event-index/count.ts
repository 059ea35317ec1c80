import type pg from 'pg';
import { createFairQueue } from '../../concurrency/fair-queue.ts';
import type { EventFilter, EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { type Candidates, findCandidates } from './candidates.ts';
import { BLOCKS, INDEX_SCHEMA } from './tables.ts';
import { groupsOf } from './terms.ts';

/** A time in equal parts. Milliseconds since the epoch; `to` does not belong to it. */
export interface Parts {
  readonly from: number;
  readonly to: number;
  readonly parts: number;
}

/** Counts the events of a filter by when they were recorded: a number for each part of the time. */
export type EventCount = (
  filter: Omit<EventFilter, 'from' | 'to'>,
  parts: Parts,
  signal: AbortSignal,
) => Promise<number[]>;

export interface EventCountOptions {
  /** The events as they are stored: only their times are looked at. */
  readonly stored: Pick<EventStore, 'readAll' | 'readAt'>;
  readonly pool: pg.Pool;
}

/** Counts at the same time: one brand's must not hold back those of another. */
const AT_ONCE = { all: 2, perName: 1 };

/** Events that are read at once. */
const READ = 500;

interface BlockTimes {
  readonly after_position: number;
  readonly last_position: number;
  readonly recorded_from: Date;
  readonly recorded_to: Date;
}

const TIMES = `
  select after_position, last_position, recorded_from, recorded_to from ${INDEX_SCHEMA}.${BLOCKS}
  where recorded_to >= $1 and recorded_from <= $2 order by last_position`;

/**
 * Reads no event whose block lies within one part: the index says how many there are. Events of other blocks are read for
 * their times, and so are those that the index does not know yet: some hundreds for each part at most.
 */
export const createEventCount = ({ stored, pool }: EventCountOptions): EventCount => {
  const inTurn = createFairQueue(AT_ONCE);
  return (filter, parts, signal) =>
    inTurn(filter.brandId ?? '', () => count({ stored, pool }, { filter, parts, signal }), signal);
};

interface Asked {
  readonly filter: EventFilter;
  readonly parts: Parts;
  readonly signal: AbortSignal;
}

const count = async (
  { stored, pool }: EventCountOptions,
  { filter: given, parts, signal }: Asked,
): Promise<number[]> => {
  const { from, to } = parts;
  const bounds = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const filter = { ...given, ...bounds };
  const counts = Array.from({ length: parts.parts }, () => 0);
  const add = (part: number | undefined, more: number): void => {
    if (part !== undefined) counts[part]! += more;
  };
  const addAll = (events: readonly RecordedEvent[]): void => {
    for (const { recorded_at } of events) add(partOf(Date.parse(recorded_at), parts), 1);
  };
  const walk = async (after: number): Promise<void> => {
    for (let position = after; !signal.aborted; ) {
      const events = await stored.readAll(position, READ, filter, signal);
      addAll(events);
      if (events.length < READ) return;
      position = events.at(-1)!.position;
    }
  };

  const groups = groupsOf(filter);
  const candidates = groups && (await findCandidates(pool, groups, 0, bounds));
  if (candidates) {
    const { rows } = await pool.query<BlockTimes>(TIMES, [bounds.from, bounds.to]);
    for await (const unsure of splitByBlock(candidates, rows, { parts, add })) {
      if (signal.aborted) break;
      addAll(await stored.readAt(unsure));
    }
  }
  await walk(candidates?.indexed ?? 0);
  signal.throwIfAborted();
  return counts;
};

/** Undefined: it lies outside. */
const partOf = (instant: number, { from, to, parts }: Parts): number | undefined =>
  instant < from || instant >= to ? undefined : Math.floor(((instant - from) * parts) / (to - from));

interface Counting {
  readonly parts: Parts;
  add(part: number | undefined, more: number): void;
}

/** Counts what lies in blocks of one part. Gives the positions whose events have to be read, some at a time. */
async function* splitByBlock({ positions }: Candidates, blocks: readonly BlockTimes[], { parts, add }: Counting) {
  const whole = blocks.map((block) => wholePartOf(block, parts));
  const unsure: number[] = [];
  let place = 0;
  for await (const some of positions()) {
    for (const position of some) {
      while (place < blocks.length && blocks[place]!.last_position < position) place += 1;
      const block = blocks[place];
      // Nothing of a block that is not among them was recorded in this time.
      if (!block || position <= block.after_position) continue;
      if (whole[place] === undefined) unsure.push(position);
      else add(whole[place], 1);
    }
    while (unsure.length >= READ) yield unsure.splice(0, READ);
  }
  if (unsure.length > 0) yield unsure;
}

/** The part in which every event of the block lies. Its times are finer than milliseconds, so the last one counts whole. */
const wholePartOf = ({ recorded_from, recorded_to }: BlockTimes, parts: Parts): number | undefined => {
  const [first, last] = [partOf(recorded_from.getTime(), parts), partOf(recorded_to.getTime() + 1, parts)];
  return first === last ? first : undefined;
};
