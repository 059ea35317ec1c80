import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';

const PAGE = 500;

/** All events of a stream. See `readStretch`. */
export const readHistory = (
  store: Pick<EventStore, 'read'>,
  stream: string,
  signal: AbortSignal,
): Promise<RecordedEvent[]> =>
  readStretch(store, stream, { from: 0, to: Number.POSITIVE_INFINITY }, () => true, signal);

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
