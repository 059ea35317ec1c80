import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { inLogOrder } from './log-order.ts';

/** Events of a page: others are served between two pages. */
const PAGE = 200;

/** A history, page by page: each is read when the one before was taken, so nobody holds all of a long one. */
export type HistoryPages = AsyncGenerator<readonly RecordedEvent[]>;

/** Which events of a stream: all, unless told. Revisions are inclusive. */
interface Stretch {
  readonly from?: number;
  readonly to?: number;
  readonly isWanted?: (event: RecordedEvent) => boolean;
  /** Events of a page: fewer where events are large. */
  readonly size?: number;
}

/** A stream in pages, none of which is empty. Throws the signal's reason when it aborts. */
export async function* streamPages(
  store: Pick<EventStore, 'read'>,
  stream: string,
  signal: AbortSignal,
  { from = 0, to = Number.POSITIVE_INFINITY, isWanted, size = PAGE }: Stretch = {},
): HistoryPages {
  for (let next = from; next <= to; ) {
    signal.throwIfAborted();
    const page = await store.read(stream, next, Math.min(size, to - next + 1));
    const wanted = isWanted ? page.filter(isWanted) : page;
    if (wanted.length > 0) yield wanted;
    if (page.length < size) return;
    next = page.at(-1)!.revision + 1;
  }
}

/** All events of a stream, from a revision on, for a caller who needs them at once. */
export const readHistory = async (
  store: Pick<EventStore, 'read'>,
  stream: string,
  signal: AbortSignal,
  from = 0,
): Promise<RecordedEvent[]> => (await Array.fromAsync(streamPages(store, stream, signal, { from }))).flat();

/** The events at these positions of the log, ascending, in pages. */
export async function* pagesAt(
  store: Pick<EventStore, 'readAt'>,
  positions: readonly number[],
  signal: AbortSignal,
): HistoryPages {
  for (let from = 0; from < positions.length; from += PAGE) {
    signal.throwIfAborted();
    yield await store.readAt(positions.slice(from, from + PAGE));
  }
}

/** The pages of several streams as those of one, in log order. */
export async function* mergedPages(sources: readonly HistoryPages[]): HistoryPages {
  const begun = sources.map((pages) => ({ pages, page: [] as readonly RecordedEvent[], isDone: false }));
  for (;;) {
    for (const source of begun) {
      while (source.page.length === 0 && !source.isDone) {
        const { value, done } = await source.pages.next();
        source.isDone = done === true;
        source.page = value ?? [];
      }
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
    const rest = await readHistory(store, streams[index]!, signal, begun.at(-1)!.revision + 1);
    histories[index] = begun.concat(rest);
  }
  return histories;
};
