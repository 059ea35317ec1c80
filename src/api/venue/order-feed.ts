import { Subject } from 'rxjs';
import type { EventFilter, EventStore, RecordedEvent } from '../../event-store/event-store.ts';

/** A till that reads slower than this many events arrive is let go; it comes back with its Last-Event-ID. */
const MAX_BUFFERED = 2_000;
const PAGE = 500;

/**
 * The log's live end, read once per process and shared by every till that listens. A feed first reads what its till
 * missed, then goes over to the shared end without a gap: it has been collecting from there since before it read.
 */
export interface OrderFeed {
  /** Events after `position` that match, in log order, until the signal aborts. Ends when the reader is too slow. */
  follow(position: number, filter: EventFilter, signal: AbortSignal): AsyncIterable<RecordedEvent>;
  stop(): void;
}

export const createOrderFeed = (store: EventStore, types: readonly string[]): OrderFeed => {
  const stopped = new AbortController();
  const live = new Subject<RecordedEvent>();
  const known = new Set(types);
  let started: Promise<number> | undefined;

  const pump = async (from: number): Promise<void> => {
    for await (const batch of store.subscribe(from, { signal: stopped.signal })) {
      for (const event of batch.events) if (known.has(event.type)) live.next(event);
    }
  };

  /** Position the shared end was read from; a feed that starts there misses nothing. */
  const start = (): Promise<number> => {
    started ??= store.head().then((head) => {
      void pump(head);
      return head;
    });
    started.catch(() => {
      started = undefined;
    });
    return started;
  };

  async function* follow(position: number, filter: EventFilter, signal: AbortSignal): AsyncIterable<RecordedEvent> {
    const arrived: RecordedEvent[] = [];
    let wake = (): void => {};
    const subscription = live.subscribe((event) => {
      if (matches(event, filter)) arrived.push(event);
      wake();
    });
    const end = AbortSignal.any([signal, stopped.signal]);
    end.addEventListener('abort', () => wake(), { once: true });
    try {
      await start();
      let last = position;
      // What was missed, up to where the shared end has been collecting.
      for (;;) {
        const page = await store.readAll(last, PAGE, { ...filter, types });
        for (const event of page) {
          if (end.aborted) return;
          last = event.position;
          yield event;
        }
        if (page.length < PAGE) break;
      }
      while (!end.aborted && arrived.length < MAX_BUFFERED) {
        const event = arrived.shift();
        if (event === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else if (event.position > last) {
          last = event.position;
          yield event;
        }
      }
    } finally {
      subscription.unsubscribe();
    }
  }

  return { follow, stop: () => stopped.abort() };
};

const matches = ({ metadata }: RecordedEvent, { brandId, pointId }: EventFilter): boolean =>
  (brandId === undefined || metadata.brand_id === brandId) && (pointId === undefined || metadata.point_id === pointId);
