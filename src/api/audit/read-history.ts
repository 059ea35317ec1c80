import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';

const PAGE = 500;

/** All events of a stream. See `readStretch`. */
export const readHistory = (
  store: Pick<EventStore, 'read'>,
  stream: string,
  signal: AbortSignal,
): Promise<RecordedEvent[]> =>
  readStretch(store, stream, { from: 0, to: Number.POSITIVE_INFINITY }, () => true, signal);

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
