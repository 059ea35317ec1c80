import type { RecordedEvent } from '../../event-store/event-store.ts';
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

export interface BlockBuilder {
  /** Adds the next event of the log. Answers the block that it completes. */
  add(event: RecordedEvent): Block | undefined;
}

/** Makes short blocks of the events after a position. */
export const createBlockBuilder = (afterPosition: number, { short }: BlockSizes): BlockBuilder => {
  let after = afterPosition;
  let count = 0;
  let recordedFrom = '';
  let recordedTo = '';
  let positions = new Map<string, number[]>();

  const addToTerms = (event: RecordedEvent): void => {
    for (const term of termsOf(event)) {
      const known = positions.get(term);
      if (known) known.push(event.position);
      else positions.set(term, [event.position]);
    }
  };

  return {
    add: (event) => {
      const { position, recorded_at } = event;
      // A store writes all its times with the same number of digits, so their texts sort as they do.
      if (count === 0 || recorded_at < recordedFrom) recordedFrom = recorded_at;
      if (count === 0 || recorded_at > recordedTo) recordedTo = recorded_at;
      addToTerms(event);
      count += 1;
      if (count < short) return undefined;
      const block = { afterPosition: after, lastPosition: position, recordedFrom, recordedTo, ...packed(positions) };
      after = position;
      count = 0;
      positions = new Map();
      return block;
    },
  };
};

/** Terms in order: the same events always give the same block. */
export const packed = (positions: ReadonlyMap<string, readonly number[]>): Pick<Block, 'terms' | 'postings'> => {
  const terms = [...positions.keys()].sort();
  return { terms, postings: terms.map((term) => packPositions(positions.get(term)!)) };
};
