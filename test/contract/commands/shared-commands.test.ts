// A database of its own: it plays two processes with the same command.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCommandHandler } from '../../../src/commands/loop/handle.ts';
import type { EventStore } from '../../../src/event-store/event-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type EventStoreDbServer, startEventStoreDbServer } from '../../support/eventstoredb/server.ts';
import { envelope, type TallyCommand, tallyDecider } from '../../support/tally.ts';
import type { Adapter } from '../event-store/harness.ts';
import { openStore } from '../event-store/open-store.ts';

describe.each<Adapter>(['postgres', 'eventstoredb'])('one command at two processes at once, on %s', (adapter) => {
  let database: TestDatabase;
  let server: EventStoreDbServer | undefined;
  const stores: EventStore[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    if (adapter === 'eventstoredb') server = await startEventStoreDbServer();
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    server?.stop();
    await database.drop();
  });

  /** Two processes that append only once both have decided, the one named first before the other. */
  const openTwo = (order: readonly [number, number]) => {
    const id = randomUUID();
    const decided = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const appended = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    return [0, 1].map((index) => {
      const inner = openStore(adapter, server?.url ?? database.url);
      stores.push(inner);
      const append: EventStore['append'] = async (...args) => {
        decided[index]!.resolve();
        await Promise.all(decided.map(({ promise }) => promise));
        if (index === order[1]) await appended[order[0]]!.promise;
        return inner.append(...args).finally(() => appended[index]!.resolve());
      };
      const handler = createCommandHandler({ ...inner, append }, database.pool);
      const send = (command: TallyCommand, commandId?: string, options = {}) =>
        handler.handle(tallyDecider, id, command, envelope(commandId), options);
      return { send, read: () => inner.read(`tally-${id}`), load: () => handler.load(tallyDecider, id) };
    });
  };

  test.each([
    { name: 'the first lands, and then its repeat comes', repeats: [false, true], order: [0, 1] as const },
    { name: 'its repeat overtakes the first', repeats: [false, true], order: [1, 0] as const },
    { name: 'both are repeats', repeats: [true, true], order: [0, 1] as const },
  ])('$name: one process carries it out, and both answer with what it recorded', async ({ repeats, order }) => {
    const processes = openTwo(order);
    const commandId = randomUUID();
    const answers = await Promise.all(
      processes.map(({ send }, index) =>
        // What a command decides may hang on the moment it is decided at.
        send({ type: 'Fill', units: index === 0 ? 5 : 500 }, commandId, { repeat: repeats[index]! }),
      ),
    );
    const units = order[0] === 0 ? 5 : 500;
    expect(await processes[0]!.read()).toMatchObject([{ data: { units } }]);
    expect(answers.map(({ duplicate }) => duplicate)).toEqual(order[0] === 0 ? [false, true] : [true, false]);
    for (const { state, events } of answers) {
      expect({ state, events }).toMatchObject({ state: { left: units }, events: [{ data: { units } }] });
    }
    for (const { send } of processes) expect(await send({ type: 'Take' })).toMatchObject({ duplicate: false });
    for (const { load } of processes) expect((await load()).state).toEqual({ left: units - 2, taken: 2 });
  });
});
