import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { InvalidEvents, type NewEvent, type RecordedEvent } from './event-store.ts';
import type { Opened, PersonalData } from './personal-data.ts';
import { sealedIn, toBeSealed, withErased, withOpened, withSealed } from './personal-form.ts';
import { createSealedLast } from './sealed-last.ts';

/** The stored shape of one event type, and how to bring its older shapes up to date. */
export interface EventDefinition {
  /** Current schema version, from 1. */
  readonly version: number;
  readonly schema: z.ZodType;
  /** `upcasters[v]` turns data of version v into version v + 1. Pure. */
  readonly upcasters?: Readonly<Record<number, (data: never) => unknown>>;
}

export type EventCatalogue = Readonly<Record<string, EventDefinition>>;

/** Turns events into the form in which they are stored, and back. */
export interface Codec {
  /** Seals the personal data of events. Throws InvalidEvents for an unknown type, or StoreUnavailable without a key. */
  encode(events: readonly NewEvent[]): Promise<readonly NewEvent[]>;
  /**
   * Opens personal data, and brings old shapes up to date. Personal data of an erased person are null. An event that
   * cannot be brought up to date fails only the readers that ask for its data. Throws StoreUnavailable if keys cannot be
   * read now.
   */
  decode(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>;
}

/** The event in the shape of this release. Throws if it was stored by a newer one. */
export const upcast = <Event extends NewEvent>(event: Event, definition: EventDefinition): Event => {
  const stored = event.metadata.schema_version;
  if (stored === definition.version) return event;
  // A newer release wrote it, or a program that does not know our versions. Read as our version it would be
  // misunderstood.
  if (!(stored < definition.version)) {
    throw new Error(`${event.type} is stored as version ${stored}, this release knows ${definition.version}`);
  }
  let data: unknown = event.data;
  for (let version = stored; version < definition.version; version++) {
    const lift = definition.upcasters?.[version];
    if (!lift) throw new Error(`no upcaster for ${event.type} from version ${version}`);
    data = lift(data as never);
  }
  return { ...event, data, metadata: { ...event.metadata, schema_version: definition.version } };
};

/**
 * @param holdsToSchemas whether events that do not fit their schema, or have more than it knows, are refused. For tests:
 *   events come from deciders, whose types are those of the schemas, and to parse each again takes a twentieth of an order
 */
export const createCodec = (
  catalogue: EventCatalogue,
  personalData: PersonalData,
  { holdsToSchemas = false } = {},
): Codec => {
  const stamp = (event: NewEvent): NewEvent => {
    const definition = catalogue[event.type];
    if (!definition) throw new InvalidEvents(`unknown event type ${event.type}`);
    if (holdsToSchemas) holdToSchema(event, definition.schema);
    return { ...event, metadata: { ...event.metadata, schema_version: definition.version } };
  };

  /** `content`: what was sealed; null: its key was destroyed; undefined: nothing was. */
  const decodeOne = (event: RecordedEvent, content: Opened | undefined): RecordedEvent => {
    if (content instanceof Error) throw content;
    const opened = content ? { ...event, data: withOpened(event.data, content) } : event;
    const definition = catalogue[event.type];
    if (!definition) return opened;
    const current = upcast(opened, definition);
    return content === null ? { ...current, data: withErased(current.data, definition.schema) } : current;
  };

  const sealedLast = createSealedLast(personalData);

  return {
    encode: async (events) => {
      const stamped = events.map(stamp);
      const parts = stamped.flatMap((event, index) => {
        const part = toBeSealed(event.data);
        return part ? [{ ...part, index, owner: event, brandId: event.metadata.brand_id }] : [];
      });
      if (parts.length === 0) return stamped;
      const { generation } = personalData;
      const sealed = await personalData.seal(parts);
      for (const [place, { index }] of parts.entries()) {
        const event = stamped[index]!;
        const part = sealed[place]!;
        const data = withSealed(event.data, part);
        if (part.isSame) sealedLast.keep(data, { generation, data: event.data });
        stamped[index] = { ...event, data };
      }
      return stamped;
    },
    decode: async (recorded) => {
      const events = recorded.map(sealedLast.opened);
      const parts = events.flatMap((event, index) => {
        const part = sealedIn(event.data);
        return part ? [{ ...part, index, owner: event }] : [];
      });
      const opened = parts.length === 0 ? [] : await personalData.open(parts);
      const contents = new Map(parts.map(({ index }, place) => [index, opened[place] ?? null]));
      return events.map((event, index) => {
        try {
          return decodeOne(event, contents.get(index));
        } catch (error) {
          return failing(event, error);
        }
      });
    },
  };
};

/** Throws an Error, and not InvalidEvents: what does not fit is a bug of ours, never of a client. */
const holdToSchema = ({ type, data }: NewEvent, schema: z.ZodType): void => {
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    // Paths only: the values may be personal data, and this message reaches the log.
    const paths = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join('; ');
    throw new Error(`${type} does not fit its schema (${paths})`);
  }
  if (!isDeepStrictEqual(asStored(parsed.data), asStored(data))) throw new Error(`${type} has more than its schema`);
};

const asStored = (data: unknown): unknown => JSON.parse(JSON.stringify(data));

/**
 * An event that cannot be upcast fails the reader that asks for its data: that read model parks right before it, and
 * all others continue. If it failed when it is read, it would stop every reader, though few of them need it.
 */
const failing = (event: RecordedEvent, error: unknown): RecordedEvent => ({
  ...event,
  get data(): never {
    throw error;
  },
});
