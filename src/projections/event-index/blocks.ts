import type { EventGroup, RecordedEvent } from '../../event-store/event-store.ts';
import { packPositions } from './postings.ts';
import { termsOf } from './terms.ts';

export interface BlockSizes {
  /** So many events are a short block. Fewer at the end of the log are in no block yet: searches walk over them. */
  readonly short: number;
  /** So many short blocks are a long block. */
  readonly shortInLong: number;
}

export const BLOCK_SIZES: BlockSizes = { short: 256, shortInLong: 64 };

/** Some events in a row, and what one can search for in them. */
export interface Block {
  /** Of the event before its first one; 0 if there is none. */
  readonly afterPosition: number;
  readonly lastPosition: number;
  /** The earliest and the latest time at which one of them was recorded. ISO 8601 in UTC. */
  readonly recordedFrom: string;
  readonly recordedTo: string;
  readonly terms: readonly string[];
  /** For each term, the positions of its events, packed. */
  readonly postings: readonly Buffer[];
}

/** The block of all events that the log has after a position, up to the last of these. */
export const blockOf = (afterPosition: number, groups: readonly EventGroup[]): Block => {
  const positions = new Map<string, number[]>();
  for (const group of groups) {
    for (const term of termsOf(group)) {
      const known = positions.get(term);
      if (known) known.push(...group.positions);
      else positions.set(term, [...group.positions]);
    }
  }
  for (const list of positions.values()) list.sort((one, other) => one - other);
  // A store writes all its times with the same number of digits, so their texts sort as they do.
  const recordedFrom = groups.map((group) => group.recordedFrom).sort()[0]!;
  const recordedTo = groups
    .map((group) => group.recordedTo)
    .sort()
    .at(-1)!;
  return { afterPosition, lastPosition: lastOf(groups), recordedFrom, recordedTo, ...packed(positions) };
};

/** Position of the last event of these groups; 0 if there is none. */
export const lastOf = (groups: readonly EventGroup[]): number =>
  Math.max(0, ...groups.map(({ positions }) => positions.at(-1)!));

/** An event alone. */
export const groupOf = ({ type, stream, metadata, position, recorded_at }: RecordedEvent): EventGroup => ({
  type,
  category: stream.split('-', 1)[0]!,
  metadata,
  positions: [position],
  recordedFrom: recorded_at,
  recordedTo: recorded_at,
});

/** Terms in order: the same events always give the same block. */
export const packed = (positions: ReadonlyMap<string, readonly number[]>): Pick<Block, 'terms' | 'postings'> => {
  const terms = [...positions.keys()].sort();
  return { terms, postings: terms.map((term) => packPositions(positions.get(term)!)) };
};
