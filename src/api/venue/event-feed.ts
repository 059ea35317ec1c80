import { Subject } from 'rxjs';
import { createFairQueue } from '../../concurrency/fair-queue.ts';
import type { EventFilter, EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { createInbox, GAP } from './feed-inbox.ts';

/** Each till that catches up holds one. */
const PAGE = 100;
/**
 * How many pages are read at once. When many tills come back together, other readers of the log must not wait for all of
 * them, nor the tills of another brand.
 */
const READS_AT_ONCE = { all: 4, perName: 1 };

/**
 * The log's live end, read once in each process and shared by every till and page that listens. A feed first reads what its till
 * missed, then changes over to the shared end without a gap, because it collects events from there since before it
 * read.
 */
export interface EventFeed {
  /**
   * Matching events after `position`, in log order, none left out and none twice, until the signal aborts. `types` of the
   * filter: of those that the feed has; all of them unless told.
   */
  follow(position: number, filter: EventFilter, signal: AbortSignal): Following;
  stop(): void;
}

export interface Following extends AsyncIterable<RecordedEvent> {
  /** The reader is done with all matching events up to here: it is done with an event when it asks for the next one. */
  passed(): number;
}

/** `search`: finds events of the whole log, for less than to walk over it. */
export const createEventFeed = (
  store: Pick<EventStore, 'subscribe' | 'head'>,
  search: Pick<EventStore, 'readAll'>,
  types: readonly string[],
): EventFeed => {
  const stopped = new AbortController();
  const inTurn = createFairQueue(READS_AT_ONCE);
  const live = new Subject<RecordedEvent | typeof GAP>();
  const known = new Set<string>(types);
  const isKnown = (event: RecordedEvent): boolean => known.has(event.type);
  let started: Promise<void> | undefined;
  /** Everything up to here has passed at the live end. */
  let shared = 0;

  const pump = async (from: number): Promise<void> => {
    for await (const batch of store.subscribe(from, { signal: stopped.signal })) {
      for (const event of batch.events) if (isKnown(event)) live.next(event);
      shared = batch.events.at(-1)?.position ?? shared;
    }
  };

  /** After this resolves, every appended event passes at the live end. */
  const start = (): Promise<void> => {
    const restart = (): void => {
      started = undefined;
      live.next(GAP);
    };
    started ??= store.head().then((head) => {
      shared = head;
      void pump(head).catch(restart);
    });
    started.catch(restart);
    return started;
  };

  async function* readMissed(position: number, filter: EventFilter, signal: AbortSignal): AsyncIterable<RecordedEvent> {
    for (let after = position; !signal.aborted; ) {
      const from = after;
      const read = () => search.readAll(from, PAGE, { types, ...filter }, signal);
      const page = await inTurn(filter.brandId ?? '', read, signal).catch((error: unknown) => {
        if (signal.aborted) return [];
        throw error;
      });
      for (const event of page) if (isKnown(event)) yield event;
      if (page.length < PAGE) return;
      after = page.at(-1)!.position;
    }
  }

  const follow = (position: number, filter: EventFilter, signal: AbortSignal): Following => {
    const inbox = createInbox(filter);
    const end = AbortSignal.any([signal, stopped.signal]);
    let last = position;
    let isWaiting = false;

    async function* events(): AsyncGenerator<RecordedEvent> {
      const subscription = live.subscribe(inbox.take);
      end.addEventListener('abort', inbox.wake, { once: true });
      try {
        while (!end.aborted) {
          inbox.begin();
          await start();
          // Events from here on go to the inbox: a till that has everything before them need not read the log.
          for await (const event of last < shared ? readMissed(last, filter, end) : []) {
            if (end.aborted) return;
            yield event;
            last = event.position;
          }
          while (!end.aborted && !inbox.hasGap()) {
            const event = inbox.next();
            if (event === undefined) {
              isWaiting = true;
              await inbox.rung();
              isWaiting = false;
            } else if (event.position > last) {
              yield event;
              last = event.position;
            }
          }
        }
      } finally {
        subscription.unsubscribe();
      }
    }

    const passed = (): number => {
      // An event that passed and is not in the inbox did not match, or was read. With a gap this is unknown.
      if (isWaiting && inbox.isEmpty()) last = Math.max(last, shared);
      return last;
    };
    return Object.assign(events(), { passed });
  };

  return { follow, stop: () => stopped.abort() };
};
