import type pg from 'pg';
import { createFairQueue } from '../../concurrency/fair-queue.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { matches } from '../../event-store/matches.ts';
import { type Candidates, findCandidates } from './candidates.ts';
import { groupsOf } from './terms.ts';

/** Reads the log as `EventStore.readAll` does, and finds the events of a filter in the index of the log. */
export type EventSearch = Required<Pick<EventStore, 'readAll'>>;

export interface EventSearchOptions {
  readonly store: Pick<EventStore, 'readAll' | 'readAt' | 'isPlace'>;
  readonly pool: pg.Pool;
}

/** Events that are read at once. */
const READ = 500;
/** Searches that are in the index at the same time: they must not take all connections, nor one brand all of theirs. */
const AT_ONCE = { all: 2, perName: 1 };

/**
 * Costs what it finds, not what is stored. What the index does not know yet is searched for in the log itself: the newest
 * events, or many of them after an upgrade.
 */
export const createEventSearch = ({ store, pool }: EventSearchOptions): EventSearch => {
  const inTurn = createFairQueue(AT_ONCE);

  return {
    readAll: async (after, limit, filter, signal) => {
      const groups = filter && groupsOf(filter);
      if (!groups) return store.readAll(after, limit, filter, signal);
      const found: RecordedEvent[] = [];
      const passes = matches(filter);
      const read = async (positions: readonly number[]): Promise<void> => {
        for (const event of await store.readAt(positions)) if (passes(event)) found.push(event);
      };
      const isOver = (): boolean => found.length >= limit || signal?.aborted === true;

      const inIndex = async ({ positions }: Candidates): Promise<void> => {
        let waiting: number[] = [];
        for await (const some of positions()) {
          waiting = waiting.concat(some);
          for (let wanted = wantedOf(); waiting.length >= wanted; wanted = wantedOf()) {
            await read(waiting.slice(0, wanted));
            waiting = waiting.slice(wanted);
            if (isOver()) return;
          }
          if (isOver()) return;
        }
        while (waiting.length > 0 && !isOver()) await read(waiting.splice(0, wantedOf()));
      };
      const wantedOf = (): number => Math.min(READ, limit - found.length);

      const indexed = await inTurn(filter.brandId ?? '', async () => {
        const candidates = await findCandidates(pool, groups, after, filter);
        if (candidates) await inIndex(candidates);
        return candidates?.indexed ?? 0;
      });
      if (isOver()) return found;
      // After a position that was never given out a store may have to begin at its start.
      const begins = after > indexed && store.isPlace && !(await store.isPlace(after)) ? indexed : undefined;
      for (let from = begins ?? Math.max(after, indexed); !isOver(); ) {
        const wanted = limit - found.length;
        const page = await store.readAll(from, wanted, filter, signal);
        for (const event of page) if (event.position > after) found.push(event);
        if (page.length < wanted) break;
        from = page.at(-1)!.position;
      }
      return found;
    },
  };
};
