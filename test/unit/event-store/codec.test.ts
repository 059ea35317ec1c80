import { expect, test } from 'vitest';
import { z } from 'zod';
import { createCodec, type EventCatalogue } from '../../../src/event-store/codec.ts';
import {
  type EventMetadata,
  type EventStore,
  InvalidEvents,
  type NewEvent,
  type RecordedEvent,
} from '../../../src/event-store/event-store.ts';
import type { PersonalData } from '../../../src/event-store/personal-data.ts';
import { withCodec } from '../../../src/event-store/with-codec.ts';

const catalogue: EventCatalogue = {
  Named: {
    version: 3,
    schema: z.object({ full_name: z.string().max(20) }),
    upcasters: {
      1: ({ n }: { n: string }) => ({ name: n }),
      2: ({ name }: { name: string }) => ({ full_name: name }),
    },
  },
  Met: {
    version: 2,
    schema: z.object({
      place: z.string(),
      personal: z.object({
        client_id: z.int().nullable(),
        name: z.string().nullable(),
        notes: z.record(z.string(), z.string()),
      }),
      day: z.int(),
    }),
    upcasters: {
      1: ({ personal, ...met }: { personal: object }) => ({ ...met, personal: { ...personal, notes: {} }, day: 0 }),
    },
  },
  /** Earlier events of it said nothing of a person. */
  Served: {
    version: 1,
    schema: z.object({ personal: z.object({ client_id: z.int(), reason: z.string().nullable() }).optional() }),
  },
};

/** A person's data are sealed as JSON. `erased`: those whose keys are gone. */
const erased = new Set<string>();
const personalData: PersonalData = {
  generation: 1,
  seal: async (parts) =>
    parts.map(({ owner, brandId, personal, content }) => {
      const { client_id } = personal as { client_id: number };
      return { subject: `${brandId} ${client_id}`, sealed: `${owner.id}|${JSON.stringify(content)}`, isSame: false };
    }),
  open: async (parts) =>
    parts.map(({ owner, subject, sealed }) => {
      if (erased.has(subject)) return null;
      const [id, json] = sealed.split('|');
      return id === owner.id ? (JSON.parse(json!) as object) : new Error('of another event');
    }),
};

const event = (data: unknown, schema_version = 0, type = 'Named') =>
  ({ type, data, metadata: { brand_id: 'brand', schema_version } as EventMetadata }) as RecordedEvent;

/** All there is to read, and what was written. */
const open = (stored: readonly RecordedEvent[] = [], holdsToSchemas = false) => {
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
  return { store: withCodec(store, createCodec(catalogue, personalData, { holdsToSchemas })), written };
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
  '%s stamps the version, and stores nothing of a type that we do not know',
  async (name) => {
    const { store, written } = open();
    await writes[name]!(store, [event({ full_name: 'Aziz' })]);
    expect(written.splice(0)).toEqual([event({ full_name: 'Aziz' }, 3)]);
    const unheard = writes[name]!(store, [event({ full_name: 'Aziz' }), event({}, 0, 'Unheard')]);
    await expect(unheard).rejects.toThrow(InvalidEvents);
    expect(written).toEqual([]);
  },
);

test.for(Object.keys(writes))(
  'in tests %s refuses what is not of its schema, and does not tell what it was',
  async (name) => {
    const { store, written } = open([], true);
    const good = event({ full_name: 'Aziz' });
    const tooMuch = event({ full_name: 'Aziz', phone: '+998901234567' });
    for (const bad of [event({ full_name: 'x'.repeat(21) }), event({ name: 'Aziz' }), tooMuch]) {
      const error = await writes[name]!(store, [good, bad]).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).not.toMatch(/xxx|Aziz|998/);
    }
    expect(written).toEqual([]);
  },
);

const met = (personal: object, schema_version = 2, id = 'e1') => ({
  ...event({ place: 'bar', personal, day: 3 }, schema_version, 'Met'),
  id,
});
const ANN = { client_id: 7, name: 'Ann', notes: { 1: 'no salt' } };

test('personal data are stored sealed beside the ids, and read as they were written', async () => {
  const { store, written } = open();
  await store.append('order-1', 'any', [met(ANN), event({ full_name: 'Aziz' })]);
  const sealed = { client_id: 7, subject: 'brand 7', sealed: 'e1|{"name":"Ann","notes":{"1":"no salt"}}' };
  expect(written[0]!.data).toEqual({ place: 'bar', personal: sealed, day: 3 });
  expect(Object.keys(written[0]!.data as object)).toEqual(['place', 'personal', 'day']);
  const read = await open(written as RecordedEvent[]).store.read('order-1');
  expect(JSON.stringify(read)).toBe(JSON.stringify([met(ANN), event({ full_name: 'Aziz' }, 3)]));
});

test.for([
  ['nothing but an id', { client_id: 7, name: null, notes: {} }],
  ['nothing at all', { client_id: null, name: null, notes: {} }],
] as const)('an event that says %s of a person is stored as it is', async ([, personal]) => {
  const { store, written } = open();
  await store.append('order-1', 'any', [met(personal)]);
  expect(written).toEqual([met(personal)]);
});

test('personal data that an earlier version has stored in plain text are read as they are', async () => {
  const { notes: _, ...first } = ANN;
  const plain = { ...event({ place: 'bar', personal: first }, 1, 'Met'), id: 'e1' };
  expect(await open([plain]).store.read('order-1')).toEqual([
    { ...met({ ...first, notes: {} }), data: { place: 'bar', personal: { ...first, notes: {} }, day: 0 } },
  ]);
});

test.for(Object.keys(reads))(
  '%s gives null for what an event says of an erased person, and keeps the id',
  async (name) => {
    const sealed = { client_id: 8, subject: 'brand 8', sealed: 'e1|{"name":"Ann"}' };
    const stored = [met(sealed), { ...event({ place: 'bar', personal: sealed }, 1, 'Met'), id: 'e1' }];
    erased.add('brand 8');
    const read = await reads[name]!(open(stored).store);
    const gone = { client_id: 8, name: null, notes: null };
    expect(read.map(({ data }) => data)).toEqual([
      { place: 'bar', personal: gone, day: 3 },
      { place: 'bar', personal: gone, day: 0 },
    ]);
  },
);

test('what an event need not say of a person is null too when the person is erased', async () => {
  erased.add('brand 8');
  const sealed = { client_id: 8, subject: 'brand 8', sealed: 'e1|{"reason":"Ann asked"}' };
  const stored = [event({ personal: sealed }, 1, 'Served'), event({}, 1, 'Served')];
  const [gone, nobody] = await open(stored).store.readAll(0, 10);
  expect([gone!.data, nobody!.data]).toEqual([{ personal: { client_id: 8, reason: null } }, {}]);
});

test('a sealed part that was copied to another event fails every reader of that event’s data', async () => {
  const { store, written } = open();
  await store.append('order-1', 'any', [met(ANN)]);
  const stored = [...written, { ...written[0]!, id: 'e2' }] as RecordedEvent[];
  const [own, copy] = await open(stored).store.readAll(0, 10);
  expect(own).toEqual(met(ANN));
  expect(() => copy!.data).toThrow('of another event');
  await expect(open(stored).store.read('order-1')).rejects.toThrow('of another event');
});

test('a subscription waits while keys can not be read, says so once, and gives every event then', async () => {
  const { written, store } = open();
  await store.append('order-1', 'any', [met(ANN)]);
  let failures = 3;
  const flaky: PersonalData = {
    ...personalData,
    open: async (parts) => {
      if (failures-- > 0) throw new Error('the database is away');
      return personalData.open(parts);
    },
  };
  const warnings: string[] = [];
  const inner = {
    subscribe: async function* () {
      yield { events: written, caughtUp: true };
    },
  } as unknown as EventStore;
  const log = { warn: (_: object, message: string) => void warnings.push(message) };
  const waiting = withCodec(inner, createCodec(catalogue, flaky), log);
  const batches = await Array.fromAsync(waiting.subscribe(0, { signal: AbortSignal.timeout(5_000) }));
  expect(batches).toEqual([{ events: [met(ANN)], caughtUp: true }]);
  expect(warnings).toEqual(['personal data can not be opened, and this is tried again']);
});

/** Counts the parts that it opens. `isSame`: what it says of each that it seals. */
const countingKeys = (isSame: boolean) => {
  const keys = {
    generation: 1,
    opened: 0,
    seal: async (parts: Parameters<PersonalData['seal']>[0]) =>
      (await personalData.seal(parts)).map((part) => ({ ...part, isSame })),
    open: async (parts: Parameters<PersonalData['open']>[0]) => {
      keys.opened += parts.length;
      return personalData.open(parts);
    },
  };
  return keys;
};

test.for([
  ['opens nothing that this process has sealed, and reads it as it was written', true, false, 0],
  ['opens what would read back as another value', false, false, 1],
  ['opens everything again after keys were destroyed', true, true, 1],
] as const)('the codec %s', async ([_, isSame, isLater, opened]) => {
  const keys = countingKeys(isSame);
  const codec = createCodec(catalogue, keys);
  const written = (await codec.encode([met(ANN)])) as RecordedEvent[];
  if (isLater) keys.generation += 1;
  const read = await codec.decode(written.map((event) => ({ ...event, position: 1 })));
  expect(read).toEqual([{ ...met(ANN), position: 1 }]);
  expect(keys.opened).toBe(opened);
});

test('what was sealed while keys were destroyed is opened', async () => {
  const keys = countingKeys(true);
  const { seal } = keys;
  keys.seal = (parts) => {
    keys.generation += 1;
    return seal(parts);
  };
  const codec = createCodec(catalogue, keys);
  await codec.decode((await codec.encode([met(ANN)])) as RecordedEvent[]);
  expect(keys.opened).toBe(1);
});
