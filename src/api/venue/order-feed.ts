import { Subject } from 'rxjs';
import { orderEvents } from '../../domain/order/events.ts';
import type { EventFilter, EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { matches } from '../../event-store/matches.ts';

/** Held for a till that reads slower than events arrive; beyond that it is served from the log again. */
const MAX_BUFFERED = 1_000;
const PAGE = 500;

/**
 * The log's live end, read once per process and shared by every till that listens. A feed first reads what its till
 * missed, then goes over to the shared end without a gap: it has been collecting from there since before it read.
 */
export interface OrderFeed {
  /** Events after `position` that match, in log order, none left out and none twice, until the signal aborts. */
  follow(position: number, filter: EventFilter, signal: AbortSignal): AsyncIterable<RecordedEvent>;
  stop(): void;
}

/** What tills hear of. What was abandoned never was: there is nothing to show. */
export const ORDER_FEED_TYPES: readonly string[] = Object.keys(orderEvents).filter((type) => !/Abandoned$/.test(type));

/** Something may be missing at the live end: read the log. */
const GAP = null;

export const createOrderFeed = (store: EventStore, types: readonly string[]): OrderFeed => {
  const stopped = new AbortController();
  const live = new Subject<RecordedEvent | typeof GAP>();
  const known = new Set(types);
  let started: Promise<void> | undefined;

  const pump = async (from: number): Promise<void> => {
    for await (const batch of store.subscribe(from, { signal: stopped.signal })) {
      for (const event of batch.events) if (known.has(event.type)) live.next(event);
    }
  };

  /** From when this resolves, whatever is appended comes by at the live end. */
  const start = (): Promise<void> => {
    const restart = (): void => {
      started = undefined;
      live.next(GAP);
    };
    started ??= store.head().then((head) => void pump(head).catch(restart));
    started.catch(restart);
    return started;
  };

  async function* readMissed(position: number, filter: EventFilter): AsyncIterable<RecordedEvent> {
    for (let after = position; ; ) {
      const page = await store.readAll(after, PAGE, { ...filter, types });
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.position;
    }
  }

  async function* follow(position: number, filter: EventFilter, signal: AbortSignal): AsyncIterable<RecordedEvent> {
    const inbox = createInbox(filter);
    const subscription = live.subscribe(inbox.take);
    const end = AbortSignal.any([signal, stopped.signal]);
    end.addEventListener('abort', inbox.wake, { once: true });
    let last = position;
    try {
      while (!end.aborted) {
        await start();
        inbox.begin();
        for await (const event of readMissed(last, filter)) {
          if (end.aborted) return;
          last = event.position;
          yield event;
        }
        while (!end.aborted && !inbox.hasGap()) {
          const event = inbox.next();
          if (event === undefined) await inbox.rung();
          else if (event.position > last) {
            last = event.position;
            yield event;
          }
        }
      }
    } finally {
      subscription.unsubscribe();
    }
  }

  return { follow, stop: () => stopped.abort() };
};

/** What has come by for one till and it has not read yet. Bounded: what overflows is read from the log instead. */
const createInbox = (filter: EventFilter) => {
  const wanted = matches(filter);
  let events: RecordedEvent[] = [];
  let gap = false;
  let wake = (): void => {};
  return {
    take: (event: RecordedEvent | typeof GAP): void => {
      if (event === GAP || events.length === MAX_BUFFERED) gap = true;
      else if (!gap && wanted(event)) events.push(event);
      wake();
    },
    begin: (): void => {
      events = [];
      gap = false;
    },
    hasGap: () => gap,
    next: () => events.shift(),
    wake: () => wake(),
    rung: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
  };
};
