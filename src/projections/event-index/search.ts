import PQueue from 'p-queue';
import type pg from 'pg';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { matches } from '../../event-store/matches.ts';
import { type Candidates, findCandidates } from './candidates.ts';
import { groupsOf } from './terms.ts';

/** Reads the log as `EventStore.readAll` does, and finds the events of a filter in the index of the log. */
export type EventSearch = Required<Pick<EventStore, 'readAll'>>;

export interface EventSearchOptions {
  readonly store: Pick<EventStore, 'readAll' | 'readAt'>;
  readonly pool: pg.Pool;
}

/** Events that are read at once. */
const READ = 500;
/** Searches that are in the index at the same time: they must not take all connections. */
const AT_ONCE = 2;

/**
 * Costs what it finds, not what is stored. What the index does not know yet is searched for in the log itself: the newest
 * events, or many of them after an upgrade.
 */
export const createEventSearch = ({ store, pool }: EventSearchOptions): EventSearch => {
  const queue = new PQueue({ concurrency: AT_ONCE });

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

      const indexed = await queue.add(async () => {
        const candidates = await findCandidates(pool, groups, after, filter);
        if (candidates) await inIndex(candidates);
        return candidates?.indexed ?? 0;
      });
      if (isOver()) return found;
      const rest = await store.readAll(Math.max(after, indexed), limit - found.length, filter, signal);
      return found.concat(rest);
    },
  };
};
