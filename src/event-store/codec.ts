import type { z } from 'zod';
import { type EventBatch, type EventStore, InvalidEvents, type NewEvent, type RecordedEvent } from './event-store.ts';

/** The stored shape of one event type, and how to bring its older shapes up to date. */
export interface EventDefinition {
  /** Current schema version, from 1. */
  readonly version: number;
  readonly schema: z.ZodType;
  /** `upcasters[v]` turns data of version v into version v + 1. Pure. */
  readonly upcasters?: Readonly<Record<number, (data: never) => unknown>>;
}

export type EventCatalogue = Readonly<Record<string, EventDefinition>>;

/**
 * Wraps a store so that readers never see an old shape and nothing invalid is ever written: all readers and writers
 * pass this one boundary. If a schema refuses a payload, that is a bug of ours, never of a client, and nothing is
 * stored.
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
    // A newer release wrote it, or a program that does not know our versions. Read as our version it would be
    // misunderstood.
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
   * An event of the log that cannot be upcast fails the reader that asks for its data: that read model parks right
   * before it, and all others continue. If it failed when it is read, it would stop every reader, though few of them
   * need it.
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
