import type { EventBatch, EventStore, RecordedEvent, SubscribeOptions } from '../../../src/event-store/event-store.ts';

/** Everything a subscription gave, for a test to look at. */
export interface Subscriber {
  readonly events: readonly RecordedEvent[];
  readonly batches: readonly EventBatch[];
  /** Resolves when the condition holds; rejects when it does not within the time, or the subscription fails. */
  until(what: string, condition: (seen: Subscriber) => boolean, withinMs?: number): Promise<void>;
  /** Aborts, and resolves when the subscription has ended. */
  stop(): Promise<void>;
}

/** A consumer that takes batches as fast as they come. */
export const startSubscriber = (
  store: EventStore,
  after: number,
  options: Omit<SubscribeOptions, 'signal'> = {},
): Subscriber => {
  const events: RecordedEvent[] = [];
  const batches: EventBatch[] = [];
  const abort = new AbortController();
  let changed = Promise.withResolvers<void>();

  const consume = async (): Promise<void> => {
    for await (const batch of store.subscribe(after, { signal: abort.signal, tellsCaughtUp: true, ...options })) {
      events.push(...batch.events);
      batches.push(batch);
      changed.resolve();
      changed = Promise.withResolvers<void>();
    }
  };
  const ended = consume();
  ended.catch(() => {});

  const subscriber: Subscriber = {
    events,
    batches,
    until: async (what, condition, withinMs = 10_000) => {
      const timeout = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => timeout.reject(new Error(`${what}: not seen, only ${events.length} events`)),
        withinMs,
      );
      const failed = ended.then(() => Promise.reject(new Error(`the subscription ended before ${what}`)));
      failed.catch(() => {});
      try {
        while (!condition(subscriber)) await Promise.race([changed.promise, failed, timeout.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
    stop: async () => {
      abort.abort();
      await ended;
    },
  };
  return subscriber;
};

/** What the port promises of any subscription: log order, no repeats, whole streams, each event once. */
export const orderProblems = (events: readonly RecordedEvent[]): string[] => {
  const problems: string[] = [];
  const revisions = new Map<string, number>();
  let position = 0;
  for (const event of events) {
    if (event.position <= position) problems.push(`position ${event.position} after ${position}`);
    const previous = revisions.get(event.stream);
    if (previous !== undefined && event.revision !== previous + 1) {
      problems.push(`${event.stream}: revision ${event.revision} after ${previous}`);
    }
    revisions.set(event.stream, event.revision);
    position = event.position;
  }
  return problems;
};
