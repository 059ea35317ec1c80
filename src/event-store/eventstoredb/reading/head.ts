import { type LogPlace, readAllRequest } from '../messages/read-messages.ts';
import type { StoredEvent } from '../messages/stored-event.ts';
import { toPosition } from '../our-events.ts';
import type { Found, Reader } from './reader.ts';

const FIRST_PAGE = 2;
const LAST_PAGE = 500;
const PAGE_BYTES = 16_000_000;

interface Looked {
  readonly position: number;
  readonly isOurs: boolean;
}

/**
 * Finds the position of our newest event; 0 if there is none.
 *
 * - It asks the leader, as another node may lag. A node that has lost its cluster takes no appends and still shows what it
 *   has: it must not look well to whoever asks whether the store is there.
 * - It looks back no further than the last time: a night's worth of another program's events is read once, and not for
 *   each question.
 */
export const createHeadFinder = (reader: Reader): (() => Promise<number>) => {
  /** The head as it was last found, when the log ended at `upTo`. */
  let known = { upTo: 0, head: 0 };

  const look = (event: StoredEvent): Looked => ({
    position: toPosition(event.position),
    isOurs: reader.ours.metadataOf(event) !== undefined,
  });

  return async () => {
    let place: LogPlace = 'end';
    let upTo: number | undefined;
    for (let size = FIRST_PAGE; ; size = Math.min(size * 8, LAST_PAGE)) {
      const page: Found<Looked> = await reader.read(
        { request: readAllRequest(place, size, true), requiresLeader: true, maxBytes: PAGE_BYTES },
        look,
      );
      for (const { position, isOurs } of page.events) {
        upTo ??= position;
        if (!isOurs && position > known.upTo) continue;
        known = { upTo, head: isOurs ? position : known.head };
        return known.head;
      }
      if (!page.isCut && page.events.length < size) {
        known = { upTo: upTo ?? 0, head: 0 };
        return 0;
      }
      // Backwards, the position to begin at is not included.
      place = page.events.at(-1)!.position;
    }
  };
};
