import type { z } from 'zod';
import { type EventBatch, type EventStore, InvalidEvents, type NewEvent, type RecordedEvent } from './event-store.ts';

/** The stored shape of one event type, and how its older shapes are lifted. */
export interface EventDefinition {
  /** Current schema version, from 1. */
  readonly version: number;
  readonly schema: z.ZodType;
  /** `upcasters[v]` lifts data of version v to v + 1. Pure. */
  readonly upcasters?: Readonly<Record<number, (data: never) => unknown>>;
}

export type EventCatalogue = Readonly<Record<string, EventDefinition>>;

/**
 * Wraps a store so that nothing outside sees an old shape and nothing wrong is ever written: the one boundary all
 * readers and writers pass. A payload that its schema refuses is a bug of ours, never of a client, and stores nothing.
 */
export const withCodec = (store: EventStore, catalogue: EventCatalogue): EventStore => {
  const encode = (event: NewEvent): NewEvent => {
    const definition = catalogue[event.type];
    if (!definition) throw new InvalidEvents(`unknown event type ${event.type}`);
    const parsed = definition.schema.safeParse(event.data);
    if (!parsed.success) {
      // Paths only: the values may be personal data, and this message reaches the log.
      const paths = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join('; ');
      throw new InvalidEvents(`${event.type} does not fit its schema (${paths})`);
    }
    return { ...event, data: parsed.data, metadata: { ...event.metadata, schema_version: definition.version } };
  };

  const decode = (event: RecordedEvent): RecordedEvent => {
    const definition = catalogue[event.type];
    if (!definition) return event;
    const stored = event.metadata.schema_version;
    if (stored === definition.version) return event;
    // Written by a newer release, or by nobody who knows what a version is. Passed off as ours it would be misread.
    if (!(stored < definition.version)) {
      throw new Error(`${event.type} is stored as version ${stored}, this release knows ${definition.version}`);
    }
    let data = event.data;
    for (let version = stored; version < definition.version; version++) {
      const lift = definition.upcasters?.[version];
      if (!lift) throw new Error(`no upcaster for ${event.type} from version ${version}`);
      data = lift(data as never);
    }
    return { ...event, data, metadata: { ...event.metadata, schema_version: definition.version } };
  };

  /**
   * In the log an event that can't be lifted fails whoever asks for its data: its read model parks right before it, and
   * all others go on. Thrown at once it would stop every reader at what few of them look at.
   */
  const decodeInLog = (event: RecordedEvent): RecordedEvent => {
    try {
      return decode(event);
    } catch (error) {
      return {
        ...event,
        get data(): never {
          throw error;
        },
      };
    }
  };

  async function* decodeBatches(batches: AsyncIterable<EventBatch>): AsyncIterable<EventBatch> {
    for await (const batch of batches) yield { ...batch, events: batch.events.map(decodeInLog) };
  }

  const { appendIf, goesByIds, isPlace } = store;
  return {
    append: async (stream, expected, events) => store.append(stream, expected, events.map(encode)),
    ...(goesByIds && { goesByIds }),
    ...(isPlace && { isPlace: (position) => isPlace(position) }),
    ...(appendIf && {
      appendIf: async (conditions, stream, events) => appendIf(conditions, stream, events.map(encode)),
    }),
    read: async (...asked) => (await store.read(...asked)).map(decode),
    readAll: async (...asked) => (await store.readAll(...asked)).map(decodeInLog),
    readAt: async (positions) => (await store.readAt(positions)).map(decodeInLog),
    subscribe: (after, options) => decodeBatches(store.subscribe(after, options)),
    head: () => store.head(),
    close: () => store.close(),
  };
};
