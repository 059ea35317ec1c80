import { expect, test } from 'vitest';
import { z } from 'zod';
import { type EventCatalogue, withCodec } from '../../../src/event-store/codec.ts';
import {
  type EventMetadata,
  type EventStore,
  InvalidEvents,
  type NewEvent,
  type RecordedEvent,
} from '../../../src/event-store/event-store.ts';

const catalogue: EventCatalogue = {
  Named: {
    version: 3,
    schema: z.object({ full_name: z.string().max(20) }),
    upcasters: {
      1: ({ n }: { n: string }) => ({ name: n }),
      2: ({ name }: { name: string }) => ({ full_name: name }),
    },
  },
};

const event = (data: unknown, schema_version = 0, type = 'Named') =>
  ({ type, data, metadata: { brand_id: 'brand', schema_version } as EventMetadata }) as RecordedEvent;

/** All there is to read, and what was written. */
const open = (stored: readonly RecordedEvent[] = []) => {
  const written: NewEvent[] = [];
  const append = async (events: readonly NewEvent[]) => {
    written.push(...events);
    return { revision: 0, position: 1 };
  };
  const store = {
    append: (_stream, _expected, events) => append(events),
    appendIf: (_conditions, _stream, events) => append(events),
    read: async () => [...stored],
    readAll: async () => [...stored],
    subscribe: async function* () {
      yield { events: stored, caughtUp: true };
    },
  } as Partial<EventStore> as EventStore;
  return { store: withCodec(store, catalogue), written };
};

const writes: Record<string, (store: EventStore, events: NewEvent[]) => Promise<unknown>> = {
  append: (store, events) => store.append('order-1', 'any', events),
  appendIf: (store, events) =>
    store.appendIf!({ unchanged: { stream: 'point-1', revision: 0 }, claim: null }, 'order-1', events),
};

const reads: Record<string, (store: EventStore) => Promise<readonly RecordedEvent[]>> = {
  read: (store) => store.read('order-1'),
  readAll: (store) => store.readAll(0, 10),
  subscribe: async (store) =>
    (await Array.fromAsync(store.subscribe(0, { signal: AbortSignal.timeout(1_000) })))[0]!.events,
};

test.for(Object.keys(reads))(
  '%s gives every event in its current shape, whatever shape it was stored in',
  async (name) => {
    const { store } = open([event({ n: 'Aziz' }, 1), event({ name: 'Aziz' }, 2), event({ full_name: 'Aziz' }, 3)]);
    expect(await reads[name]!(store)).toEqual(Array.from({ length: 3 }, () => event({ full_name: 'Aziz' }, 3)));
  },
);

test('an event of a type we do not know any more is given as it is, and one there is no way to lift is not', async () => {
  const forgotten = event({ any: 1 }, 1, 'Forgotten');
  const bare = { type: 'Foreign', data: 1 } as RecordedEvent;
  expect(await open([forgotten, bare]).store.read('order-1')).toEqual([forgotten, bare]);
  await expect(open([event({}, 0)]).store.read('order-1')).rejects.toThrow('no upcaster for Named from version 0');
});

test.for(['readAll', 'subscribe'])(
  '%s fails only whoever asks for the data of an event there is no way to lift',
  async (name) => {
    const { store } = open([event({ full_name: 'Aziz' }, 3), event({ first_name: 'Aziz' }, 4), event({}, 0)]);
    const [known, newer, ancient] = await reads[name]!(store);
    expect(known).toEqual(event({ full_name: 'Aziz' }, 3));
    expect(newer).toMatchObject({ type: 'Named', metadata: { schema_version: 4 } });
    expect(() => newer?.data).toThrow('Named is stored as version 4, this release knows 3');
    expect(() => ancient?.data).toThrow('no upcaster for Named from version 0');
  },
);

test('a stream with an event that a newer release wrote, or that tells no version, is not to be read', async () => {
  const { store } = open([event({ first_name: 'Aziz' }, 4)]);
  await expect(store.read('order-1')).rejects.toThrow('Named is stored as version 4, this release knows 3');
  const unversioned = { type: 'Named', data: {}, metadata: {} } as RecordedEvent;
  await expect(open([unversioned]).store.read('order-1')).rejects.toThrow('stored as version undefined');
});

test.for(Object.keys(writes))(
  '%s stamps the version, and keeps no field that the schema does not name',
  async (name) => {
    const { store, written } = open();
    await writes[name]!(store, [event({ full_name: 'Aziz', phone: '+998901234567' })]);
    expect(written).toEqual([event({ full_name: 'Aziz' }, 3)]);
  },
);

test.for(Object.keys(writes))('%s stores none of what does not fit, and does not tell what it was', async (name) => {
  const { store, written } = open();
  const good = event({ full_name: 'Aziz' });
  for (const bad of [event({ full_name: 'x'.repeat(21) }), event({ name: 'Aziz' }), event({}, 0, 'Unheard')]) {
    const error = await writes[name]!(store, [good, bad]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidEvents);
    expect((error as Error).message).not.toMatch(/xxx|Aziz/);
  }
  expect(written).toEqual([]);
});
