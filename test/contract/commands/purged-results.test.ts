// A database of its own: two processes share it, and it changes kept results by hand.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../../../src/commands/bus/caller.ts';
import { bindCommands, defineCommand, outcome } from '../../../src/commands/bus/command.ts';
import { createCommandBus } from '../../../src/commands/bus/command-bus.ts';
import { createIdentities } from '../../../src/commands/claims/identities.ts';
import { createCommandHandler } from '../../../src/commands/loop/handle.ts';
import type { EventStore } from '../../../src/event-store/event-store.ts';
import { createCommandRetention } from '../../../src/processes/command-retention.ts';
import { DAY } from '../../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type EventStoreDbServer, startEventStoreDbServer } from '../../support/eventstoredb/server.ts';
import { envelope, tallyDecider } from '../../support/tally.ts';
import type { Adapter } from '../event-store/harness.ts';
import { openStore } from '../event-store/open-store.ts';

const caller: Caller = {
  key_id: 'till',
  audience: 'venue',
  brand_id: envelope().brand_id,
  point_ids: null,
  name: 'till',
};
const common = { audiences: ['venue'], result: z.object({ left: z.int() }) } as const;

/** Searches first, as commands must whose results may be deleted. */
const take = defineCommand({
  ...common,
  type: 'Take',
  summary: 'Takes one.',
  input: z.object({ from: z.string() }),
  is_purgeable: true,
  run: async ({ from }, context) => {
    const done = await context.recorded(tallyDecider, from);
    const handled = done ?? (await context.handle(tallyDecider, from, { type: 'Take' }));
    return outcome(handled, () => ({ left: handled.state.left }));
  },
});
/** Has a second step, which may find nothing to do. */
const empty = defineCommand({
  ...common,
  type: 'Empty',
  summary: 'Takes one, and one of another if there is any.',
  is_purgeable: true,
  input: z.object({ from: z.string(), also: z.string() }),
  run: async ({ from, also }, context) => {
    const answer = await take.run({ from }, context, undefined);
    const { left } = await context.load(tallyDecider, also);
    await context.handle(tallyDecider, also, { type: left > 0 ? 'Take' : 'Nothing' });
    return answer as { position: number | null; duplicate: boolean; result: { left: number } };
  },
});
const definitions = new Map(bindCommands([take, empty], undefined).map((command) => [command.type, command]));

describe.each<Adapter>(['postgres', 'eventstoredb'])('a command whose result was purged, on %s', (adapter) => {
  let database: TestDatabase;
  let server: EventStoreDbServer | undefined;
  const stores: EventStore[] = [];
  let now = Date.now();

  beforeAll(async () => {
    database = await createTestDatabase();
    if (adapter === 'eventstoredb') server = await startEventStoreDbServer();
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    server?.stop();
    await database.drop();
  });

  /** A process of its own. */
  const open = () => {
    const store = openStore(adapter, server?.url ?? database.url);
    stores.push(store);
    const handler = createCommandHandler(store, database.pool);
    const bus = createCommandBus({
      definitions,
      handler,
      identities: createIdentities(database.pool),
      clock: () => now,
    });
    return {
      fill: (units: number, id: string) => handler.handle(tallyDecider, id, { type: 'Fill', units }, envelope()),
      send: (type: string, fields: object) => bus.execute(caller, type, fields, 'test'),
      taken: async (id: string) => (await handler.load(tallyDecider, id)).state.taken,
      head: () => store.head(),
    };
  };
  /** Half a year later. */
  const purge = async () => {
    now += 180 * DAY;
    const types = [...definitions.keys()];
    await createCommandRetention({ pool: database.pool, retentionMs: 90 * DAY, types }).tick(new Date(now));
  };
  const kept = async (commandId: string): Promise<unknown> => {
    const { rows } = await database.pool.query<{ result: unknown }>(
      `select result from app.identities where kind = 'command' and key = $1`,
      [commandId],
    );
    return rows[0]?.result;
  };

  test('a purged command is answered as a duplicate by two processes at once, however old its time is by now', async () => {
    const [one, two] = [open(), open()];
    const body = { command_id: randomUUID(), from: randomUUID(), occurred_at: new Date(now).toISOString() };
    await one.fill(5, body.from);
    const first = await one.send('Take', body);
    await one.send('Take', { command_id: randomUUID(), from: body.from });
    await purge();
    expect(await kept(body.command_id)).toEqual({ run: 'purged', type: 'Take', position: first.position });
    const before = await one.head();
    const answers = await Promise.all([one, two].map((process) => process.send('Take', body)));
    expect(answers).toEqual(Array(2).fill({ ...first, status: 'duplicate' }));
    // The answer is kept again.
    expect(await kept(body.command_id)).toEqual(['Take', first.position, first.result]);
    await purge();
    expect(await two.send('Take', body)).toEqual({ ...first, status: 'duplicate' });
    expect(await one.head()).toBe(before);
  });

  test('purged commands that were recorded together answer the position that each answered first', async () => {
    const process = open();
    const from = randomUUID();
    await process.fill(9, from);
    const bodies = Array.from({ length: 6 }, () => ({ command_id: randomUUID(), from }));
    const first = await Promise.all(bodies.map((body) => process.send('Take', body)));
    // Otherwise each would be the last of its append, and nothing would be tested.
    expect(new Set(first.map(({ position }) => position)).size).toBeLessThan(bodies.length);
    await purge();
    for (const [index, body] of bodies.entries()) {
      expect(await process.send('Take', body)).toEqual({ ...first[index], status: 'duplicate' });
    }
  });

  test('a purged command does not act in a step that had nothing to do the first time', async () => {
    const process = open();
    const [from, also] = [randomUUID(), randomUUID()];
    const body = { command_id: randomUUID(), from, also };
    await process.fill(5, from);
    const first = await process.send('Empty', body);
    await process.fill(5, also);
    await purge();
    expect(await process.send('Empty', body)).toEqual({ ...first, status: 'duplicate' });
    expect(await process.taken(also)).toBe(0);
  });

  test('a purged command keeps its id: another type, or a body that names something else, is refused', async () => {
    const process = open();
    const [from, other] = [randomUUID(), randomUUID()];
    const command_id = randomUUID();
    for (const id of [from, other]) await process.fill(5, id);
    await process.send('Take', { command_id, from });
    await purge();
    const reused = expect.objectContaining({ code: 'command_id_reused', params: { type: 'Take' } });
    await expect(process.send('Empty', { command_id, from, also: other })).rejects.toEqual(reused);
    await expect(process.send('Take', { command_id, from: other })).rejects.toEqual(reused);
    expect(await process.taken(other)).toBe(0);
    expect(await process.send('Take', { command_id, from })).toMatchObject({ status: 'duplicate' });
  });
});
