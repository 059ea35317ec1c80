import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { inLogOrder } from './log-order.ts';

const PAGE = 500;

/** All events of a stream. See `readStretch`. */
export const readHistory = (
  store: Pick<EventStore, 'read'>,
  stream: string,
  signal: AbortSignal,
): Promise<RecordedEvent[]> =>
  readStretch(store, stream, { from: 0, to: Number.POSITIVE_INFINITY }, () => true, signal);

/** Events of a page: others are served between two pages. */
const PAGE_OF_PAGES = 200;

/** A history, page by page: each is read when the one before was taken, so nobody holds all of a long one. */
export type HistoryPages = AsyncGenerator<readonly RecordedEvent[]>;

/** A stream in pages. Throws the signal's reason when it aborts. `size`: fewer where events are large. */
export async function* streamPages(
  store: Pick<EventStore, 'read'>,
  stream: string,
  signal: AbortSignal,
  size = PAGE_OF_PAGES,
): HistoryPages {
  for (let next = 0; ; ) {
    signal.throwIfAborted();
    const page = await store.read(stream, next, size);
    if (page.length > 0) yield page;
    if (page.length < size) return;
    next = page.at(-1)!.revision + 1;
  }
}

/** The events at these positions of the log, ascending, in pages. */
export async function* pagesAt(
  store: Pick<EventStore, 'readAt'>,
  positions: readonly number[],
  signal: AbortSignal,
): HistoryPages {
  for (let from = 0; from < positions.length; from += PAGE_OF_PAGES) {
    signal.throwIfAborted();
    yield await store.readAt(positions.slice(from, from + PAGE_OF_PAGES));
  }
}

/** The pages of several streams as those of one, in log order. */
export async function* mergedPages(sources: readonly HistoryPages[]): HistoryPages {
  const begun = sources.map((pages) => ({ pages, page: [] as readonly RecordedEvent[], isDone: false }));
  for (;;) {
    for (const source of begun) {
      if (source.page.length > 0 || source.isDone) continue;
      const { value, done } = await source.pages.next();
      source.isDone = done === true;
      source.page = value ?? [];
    }
    const known = begun.filter(({ page }) => page.length > 0);
    if (known.length === 0) return;
    // What comes after the end of the shortest page is not known of every stream yet.
    const end = Math.min(...known.map(({ page }) => page.at(-1)!.position));
    yield inLogOrder(known.flatMap(({ page }) => page.filter(({ position }) => position <= end)));
    for (const source of known) source.page = source.page.filter(({ position }) => position > end);
  }
}

/** Nearly all streams are shorter, and are read whole at once with others. */
const SHORT = 100;

/** All events of each of these streams. The caller bounds how many there are. */
export const readHistories = async (
  store: Pick<EventStore, 'read' | 'readEach'>,
  streams: readonly string[],
  signal: AbortSignal,
): Promise<RecordedEvent[][]> => {
  signal.throwIfAborted();
  const histories = await store.readEach(streams, SHORT);
  for (const [index, begun] of histories.entries()) {
    if (begun.length < SHORT) continue;
    const rest = { from: begun.at(-1)!.revision + 1, to: Number.POSITIVE_INFINITY };
    histories[index] = begun.concat(await readStretch(store, streams[index]!, rest, () => true, signal));
  }
  return histories;
};

/**
 * Those events of a stream that are wanted, from one revision to another, both included: page by page, so that other
 * work can run in between. Throws the signal's reason when it aborts.
 */
export const readStretch = async (
  store: Pick<EventStore, 'read'>,
  stream: string,
  { from, to }: { readonly from: number; readonly to: number },
  isWanted: (event: RecordedEvent) => boolean,
  signal: AbortSignal,
): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for (let next = from; next <= to; ) {
    signal.throwIfAborted();
    const page = await store.read(stream, next, Math.min(PAGE, to - next + 1));
    for (const event of page) if (isWanted(event)) events.push(event);
    if (page.length === 0) break;
    next = page.at(-1)!.revision + 1;
    if (page.length < PAGE) break;
  }
  return events;
};
