import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';

const PAGE = 500;

/**
 * All events of a stream, page by page, so that other work can run in between. Throws the signal's reason when it
 * aborts.
 */
export const readHistory = async (
  store: Pick<EventStore, 'read'>,
  stream: string,
  signal: AbortSignal,
): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for (;;) {
    signal.throwIfAborted();
    const page = await store.read(stream, (events.at(-1)?.revision ?? -1) + 1, PAGE);
    events.push(...page);
    if (page.length < PAGE) return events;
  }
};
