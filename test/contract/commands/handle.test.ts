// A database of its own: it watches what a command loop of its own asks of it.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCommandHandler } from '../../../src/commands/loop/handle.ts';
import { Unavailable } from '../../../src/commands/loop/unavailable.ts';
import { Refusal } from '../../../src/domain/refusal.ts';
import {
  type EventStore,
  InvalidEvents,
  RevisionConflict,
  StoreUnavailable,
} from '../../../src/event-store/event-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openLog } from '../../support/log.ts';
import { envelope, type TallyCommand, tallyDecider } from '../../support/tally.ts';

let database: TestDatabase;
const stores: EventStore[] = [];

/** A process of its own: its own connections, its own cache. */
const open = (wrap: (store: EventStore) => EventStore = (store) => store) => {
  const store = openLog(database);
  stores.push(store);
  const handler = createCommandHandler(wrap(store), database.pool);
  const id = randomUUID();
  const send = (command: TallyCommand, options = {}, commandId?: string, of = id) =>
    handler.handle(tallyDecider, of, command, envelope(commandId), options);
  return { store, handler, id, send };
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await database.drop();
});

describe('one process', () => {
  test('a command is recorded, and answers the state and the position', async () => {
    const { send, store, id } = open();
    const handled = await send({ type: 'Fill', units: 3 });
    expect(handled).toMatchObject({ state: { left: 3 }, revision: 0, duplicate: false });
    expect(handled.position).toBe((await store.read(`tally-${id}`))[0]?.position);
  });

  test('commands that arrive together share appends and are still decided one after another', async () => {
    const { send, store, id } = open();
    await send({ type: 'Fill', units: 50 });
    const append = vi.spyOn(store, 'append');
    const results = await Promise.allSettled(Array.from({ length: 80 }, () => send({ type: 'Take' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.every(({ reason }) => reason instanceof Refusal && reason.code === 'none_left')).toBe(true);
    expect(append.mock.calls.length).toBeLessThan(10);
    expect(await store.read(`tally-${id}`)).toHaveLength(51);
  });

  test('the loop reports recorded events before the caller gets its answer, and reports nothing else', async () => {
    const store = openLog(database);
    stores.push(store);
    const told: object[] = [];
    const { handle } = createCommandHandler(store, database.pool, (recorded) => void told.push(recorded));
    const id = randomUUID();
    const { position } = await handle(tallyDecider, id, { type: 'Fill', units: 1 }, envelope());
    expect(told).toEqual([{ category: 'tally', id, brand_id: envelope().brand_id, position }]);
    await handle(tallyDecider, id, { type: 'Nothing' }, envelope());
    expect(told).toHaveLength(1);
  });

  test('a command that changes nothing records nothing', async () => {
    const { send, store, id } = open();
    expect(await send({ type: 'Nothing' })).toMatchObject({ events: [], position: null, revision: -1 });
    expect(await store.read(`tally-${id}`)).toEqual([]);
    const [, nothing] = await Promise.all([send({ type: 'Fill', units: 1 }), send({ type: 'Nothing' })]);
    expect(nothing).toMatchObject({ events: [], position: null });
  });

  test('a command that cannot be stored fails alone', async () => {
    const { send } = open();
    await send({ type: 'Fill', units: 10 });
    const sent: TallyCommand[] = [{ type: 'Take' }, { type: 'Poison' }, { type: 'Take' }];
    const [first, poison, last] = await Promise.allSettled(sent.map((command) => send(command)));
    expect(first?.status).toBe('fulfilled');
    expect(poison).toMatchObject({ status: 'rejected', reason: expect.any(InvalidEvents) });
    expect(last).toMatchObject({ status: 'fulfilled', value: { state: { left: 8, taken: 2 } } });
  });

  test('a repeat is answered with the events of the first time, from whatever depth of the stream', async () => {
    const { send, store, id } = open();
    const commandId = randomUUID();
    const first = await send({ type: 'Fill', units: 5 }, {}, commandId);
    await send({ type: 'Take' });
    const again = await send({ type: 'Fill', units: 5 }, { repeat: true }, commandId);
    expect(again).toMatchObject({ duplicate: true, position: first.position, events: [{ data: { units: 5 } }] });
    expect(await store.read(`tally-${id}`)).toHaveLength(2);
  });

  test('a repeat that arrives with the first time waits its turn and finds it', async () => {
    const { send, store, id } = open();
    const commandId = randomUUID();
    const sent = [false, true, true].map((repeat) => send({ type: 'Fill', units: 5 }, { repeat }, commandId));
    const answers = await Promise.all(sent);
    expect(answers.map(({ duplicate }) => duplicate).filter(Boolean).length).toBeGreaterThanOrEqual(2);
    expect(await store.read(`tally-${id}`)).toHaveLength(1);
  });
});

describe('several processes', () => {
  test('of several processes that get one command at the same moment one carries it out, and the others answer duplicate', async () => {
    for (let round = 0; round < 20; round++) {
      const processes = [open(), open()];
      const [{ id, store }, commandId] = [processes[0]!, randomUUID()];
      const answers = await Promise.all(
        [0, 1].map((index) => processes[index]!.send({ type: 'Fill', units: 5 }, {}, commandId, id)),
      );
      expect(await store.read(`tally-${id}`)).toHaveLength(1);
      expect(answers.map(({ duplicate }) => duplicate).toSorted()).toEqual([false, true]);
    }
  });

  test('several processes never sell more than there is, and never refuse while there is some', async () => {
    const [one, two] = [open(), open()];
    await one.send({ type: 'Fill', units: 100 });
    const takes = Array.from({ length: 160 }, (_, index) =>
      (index % 2 === 0 ? one : two).send({ type: 'Take' }, {}, undefined, one.id).catch((error: unknown) => error),
    );
    const answers = await Promise.all(takes);
    // A writer that loses too often says so, and nothing of it is recorded.
    const gaveUp = answers.filter((answer) => answer instanceof Unavailable).length;
    const taken = answers.filter((answer) => !(answer instanceof Error)).length;
    const { state } = await one.handler.load(tallyDecider, one.id);
    expect(state).toEqual({ left: 100 - taken, taken });
    expect(taken).toBe(Math.min(100, 160 - gaveUp));
  });

  test('several processes that write one stream all the time get their turns, and none of them gives up', async () => {
    const processes = [open(), open(), open()];
    const { id } = processes[0]!;
    await processes[0]!.send({ type: 'Fill', units: 10_000 });
    const callers = processes.flatMap(({ send }) =>
      Array.from({ length: 12 }, async () => {
        for (let turn = 0; turn < 25; turn++) await send({ type: 'Take' }, {}, undefined, id);
      }),
    );
    await Promise.all(callers);
    expect((await processes[0]!.handler.load(tallyDecider, id)).state.taken).toBe(3 * 12 * 25);
  });

  test('a refusal decided on a cached state is decided again', async () => {
    const [one, two] = [open(), open()];
    await one.send({ type: 'Fill', units: 1 });
    await one.send({ type: 'Take' });
    await two.send({ type: 'Fill', units: 1 }, {}, undefined, one.id);
    expect(await one.send({ type: 'Take' })).toMatchObject({ state: { left: 0, taken: 2 } });
  });

  test('the same command at two processes at once is recorded once', async () => {
    const [one, two] = [open(), open()];
    for (let round = 0; round < 20; round++) {
      const commandId = randomUUID();
      const id = randomUUID();
      await Promise.all([
        one.send({ type: 'Fill', units: 5 }, {}, commandId, id),
        two.send({ type: 'Fill', units: 5 }, { repeat: true }, commandId, id),
      ]);
      expect(await one.store.read(`tally-${id}`)).toHaveLength(1);
    }
  });
});

test('never decides a command again that another process carried out meanwhile, even on a state that has it', async () => {
  const [one, two] = [open(), open()];
  const commandId = randomUUID();
  const first = await two.send({ type: 'Fill', units: 5 }, { repeat: true }, commandId, one.id);
  await one.handler.load(tallyDecider, one.id);
  expect(await one.send({ type: 'Fill', units: 5 }, {}, commandId)).toMatchObject({ position: first.position });
  expect(await one.store.read(`tally-${one.id}`)).toHaveLength(1);
});

describe('an answer that was lost', () => {
  test('an append with an unknown outcome is found in the log: recorded once, and answered as done', async () => {
    let losses = 1;
    const { send, store, id } = open((inner) => ({
      ...inner,
      append: async (stream, expected, events) => {
        const result = await inner.append(stream, expected, events);
        if (losses-- > 0) throw new StoreUnavailable('connection lost');
        return result;
      },
    }));
    expect(await send({ type: 'Fill', units: 5 })).toMatchObject({ state: { left: 5 }, duplicate: false });
    expect(await store.read(`tally-${id}`)).toHaveLength(1);
  });

  test('a store that takes no appends for a moment, and says so at once, is waited for', async () => {
    let end = Number.POSITIVE_INFINITY;
    const { send } = open((inner) => ({
      ...inner,
      append: async (...append) => {
        end = Math.min(end, performance.now() + 400);
        if (performance.now() < end) throw new StoreUnavailable('no leader');
        return inner.append(...append);
      },
      read: async () => [],
    }));
    expect(await send({ type: 'Fill', units: 5 })).toMatchObject({ state: { left: 5 }, duplicate: false });
  });

  test('a store that stays away is Unavailable, and nothing is recorded', async () => {
    const gone = async () => {
      throw new StoreUnavailable('gone');
    };
    const { send } = open((inner) => ({ ...inner, append: gone, read: gone }));
    await expect(send({ type: 'Fill', units: 5 })).rejects.toBeInstanceOf(Unavailable);
  });
});

/** A stream of 601 events, with the revision up to which its snapshot holds them. */
const openLong = async (units: number) => {
  const opened = open();
  await opened.send({ type: 'Fill', units });
  await Promise.all(Array.from({ length: 600 }, () => opened.send({ type: 'Take' })));
  const kept = await vi.waitFor(async () => {
    const text = 'select revision from app.snapshots where stream = $1';
    const { rows } = await database.pool.query<{ revision: number }>(text, [`tally-${opened.id}`]);
    expect(rows).toHaveLength(1);
    return rows[0]!.revision;
  });
  return { ...opened, kept };
};

test('a long stream is folded from a snapshot', async () => {
  const { id } = await openLong(600);
  const cold = open();
  const read = vi.spyOn(cold.store, 'read');
  expect((await cold.handler.load(tallyDecider, id)).state).toEqual({ left: 0, taken: 600 });
  expect(read.mock.calls[0]?.[1]).toBeGreaterThan(400);
});

test('a long stream knows the last commands it holds, in memory and in its snapshot', async () => {
  const warm = await openLong(700);
  const { id, store, kept } = warm;
  const events = await store.read(`tally-${id}`);
  const cold = open();
  for (const [{ send: repeat }, event] of [[warm, events.at(-1)!] as const, [cold, events[kept]!] as const]) {
    const answer = await repeat({ type: 'Take' }, {}, event.metadata.command_id, id);
    expect(answer).toMatchObject({ duplicate: true, position: event.position });
  }
  expect(await store.read(`tally-${id}`)).toHaveLength(601);
});

test('what a command recorded on a long stream is found in pages, with the state right after it', async () => {
  const opened = open();
  const { id, store } = opened;
  await opened.send({ type: 'Fill', units: 2_400 });
  const ids = Array.from({ length: 2_300 }, () => randomUUID());
  await Promise.all(ids.map((commandId) => opened.send({ type: 'Take' }, {}, commandId)));
  const cold = open();
  const read = vi.spyOn(cold.store, 'read');
  for (const at of [0, 998, 999, 1_000, 2_299]) {
    const event = (await store.read(`tally-${id}`))[1 + at]!;
    const found = await cold.handler.recorded(tallyDecider, id, event.metadata.command_id);
    expect(found).toMatchObject({ state: { left: 2_399 - at, taken: 1 + at }, revision: 1 + at, duplicate: true });
  }
  expect(await cold.handler.recorded(tallyDecider, id, randomUUID())).toBeNull();
  expect(read.mock.calls.every(([, , limit]) => limit !== undefined && limit <= 1_000)).toBe(true);
});

test('a state is kept as a snapshot while the keys of persons are those that it was read with, and not after one was destroyed', async () => {
  const { rows } = await database.pool.query('select generation::int from app.key_generation');
  const { generation } = rows[0];
  const query = vi.spyOn(database.pool, 'query');
  const keptWith = async (keysAsOf: number): Promise<number | null> => {
    const { send, id } = open((store) => ({ ...store, keysAsOf: () => keysAsOf }));
    await send({ type: 'Fill', units: 600 });
    await Promise.all(Array.from({ length: 600 }, () => send({ type: 'Take' })));
    const saving = query.mock.calls.findIndex(
      ([text, values]) => String(text).includes('into app.snapshots') && String(values).includes(id),
    );
    await query.mock.results[saving]!.value;
    return (await database.pool.query('select from app.snapshots where stream = $1', [`tally-${id}`])).rowCount;
  };
  expect(await keptWith(generation)).toBe(1);
  expect(await keptWith(generation - 1)).toBe(0);
});

test('a snapshot of another version of the state is not folded on', async () => {
  const { id } = await openLong(600);
  const { stateVersion, initial } = tallyDecider;
  const next = { ...tallyDecider, stateVersion: stateVersion + 1, initial: { ...initial, left: 1_000 } };
  expect((await open().handler.load(next, id)).state).toEqual({ left: 1_000, taken: 600 });
});

test('a large state is kept as a snapshot less often than a small one', async () => {
  const { handler, id } = open();
  const note = 'x'.repeat(400_000);
  const large = { ...tallyDecider, category: 'large_tally', initial: { ...tallyDecider.initial, note } };
  const query = vi.spyOn(database.pool, 'query');
  const send = (decider: typeof tallyDecider) =>
    Promise.all(
      Array.from({ length: 1_800 }, () => handler.handle(decider, id, { type: 'Fill', units: 1 }, envelope())),
    );
  const snapshots = () =>
    query.mock.calls.filter(([text]) => String(text).includes('insert into app.snapshots')).length;
  await send(tallyDecider);
  expect(snapshots()).toBe(3);
  await send(large);
  expect(snapshots()).toBe(3 + 1);
});

describe('a command for a stream as it was read', () => {
  const took = (id: string, { store }: ReturnType<typeof open>) => store.read(`tally-${id}`).then((it) => it.length);

  test('a command for a stream as it was read is carried out while nothing has come since', async () => {
    const one = open();
    const { id, handler, send } = one;
    await send({ type: 'Fill', units: 5 });
    const { revision } = await handler.load(tallyDecider, id);
    expect(await send({ type: 'Take' }, { revision })).toMatchObject({ state: { left: 4 }, revision: 1 });
    await expect(send({ type: 'Take' }, { revision })).rejects.toThrow(RevisionConflict);
    expect(await took(id, one)).toBe(2);
  });

  test('a command for a stream as it was read is not carried out after another one, in this process or another', async () => {
    const [one, two] = [open(), open()];
    const { id, handler, send } = one;
    await send({ type: 'Fill', units: 5 });
    const { revision } = await handler.load(tallyDecider, id);
    const [, late] = await Promise.allSettled([send({ type: 'Take' }), send({ type: 'Take' }, { revision })]);
    expect(late).toMatchObject({ status: 'rejected', reason: expect.any(RevisionConflict) });
    const seen = (await handler.load(tallyDecider, id)).revision;
    await two.send({ type: 'Take' }, {}, undefined, id);
    await expect(send({ type: 'Take' }, { revision: seen })).rejects.toThrow(RevisionConflict);
    expect(await took(id, one)).toBe(3);
  });
});
