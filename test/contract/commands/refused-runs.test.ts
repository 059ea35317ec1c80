// A database of its own: it watches what a command loop of its own reads.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../../../src/commands/bus/caller.ts';
import type { CommandOutcome } from '../../../src/commands/bus/command.ts';
import { bindCommands, defineCommand } from '../../../src/commands/bus/command.ts';
import { createCommandBus } from '../../../src/commands/bus/command-bus.ts';
import { createIdentities } from '../../../src/commands/claims/identities.ts';
import { createCommandHandler } from '../../../src/commands/loop/handle.ts';
import type { Handled } from '../../../src/commands/loop/handled.ts';
import type { EventStore } from '../../../src/event-store/event-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openLog } from '../../support/log.ts';
import { envelope, type Tally, type TallyEvent, tallyDecider } from '../../support/tally.ts';

let database: TestDatabase;
const stores: EventStore[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await database.drop();
});

const caller: Caller = {
  key_id: 'till',
  audience: 'venue',
  brand_id: envelope().brand_id,
  point_ids: null,
  name: 'till',
};
const answer = ({ position, duplicate }: Handled<Tally, TallyEvent>): CommandOutcome<Record<string, never>> => ({
  position,
  duplicate,
  result: {},
});
const nothing = async (): Promise<undefined> => undefined;

/** A process of its own. `judged` comes when Take has been decided, before anybody is told. */
const open = (judged: () => Promise<void> = nothing) => {
  const store = openLog(database);
  stores.push(store);
  const handler = createCommandHandler(store, database.pool);
  const input = z.object({ from: z.string(), to: z.string().optional() });
  const result = z.object({});
  const take = defineCommand({
    type: 'Take',
    audiences: ['venue'],
    summary: 'Takes one.',
    input,
    result,
    run: ({ from }, context) => context.handle(tallyDecider, from, { type: 'Take' }).finally(judged).then(answer),
  });
  const move = defineCommand({
    type: 'Move',
    audiences: ['venue'],
    summary: 'Fills one before it takes of another.',
    input,
    result,
    run: async ({ from, to }, context) => {
      await context.handle(tallyDecider, to!, { type: 'Fill', units: 1 });
      return answer(await context.handle(tallyDecider, from, { type: 'Take' }));
    },
  });
  const commands = bindCommands([take, move], undefined);
  const bus = createCommandBus({
    definitions: new Map(commands.map((command) => [command.type, command])),
    handler,
    identities: createIdentities(database.pool),
    clock: Date.now,
  });
  const fill = (units: number, id: string) => handler.handle(tallyDecider, id, { type: 'Fill', units }, envelope());
  return {
    store,
    fill,
    send: (type: string, fields: object) => bus.execute(caller, type, fields, 'test'),
    taken: async (id: string) => (await handler.load(tallyDecider, id)).state.taken,
    /** So many commands of others that none of the last ones is in anybody's memory. */
    bury: (id: string) => Promise.all(Array.from({ length: 250 }, () => fill(1, id))),
  };
};
type Process = ReturnType<typeof open>;

const refusal = (code: string) => expect.objectContaining({ code });
const refused = (process: Process, body: object, type = 'Take') =>
  expect(process.send(type, body)).rejects.toEqual(refusal('none_left'));

test('a command that is refused time and again does not read all of its stream each time', async () => {
  const from = randomUUID();
  const process = open();
  await process.fill(1, from);
  await process.send('Take', { command_id: randomUUID(), from });
  const body = { command_id: randomUUID(), from };
  const read = vi.spyOn(process.store, 'read');
  for (let time = 0; time < 3; time++) await refused(process, body);
  expect(read.mock.calls.length).toBeGreaterThan(0);
  expect(read.mock.calls.filter(([, revision = 0]) => revision < 1)).toEqual([]);
});

test('a command that was refused is carried out once its reason has gone, and once only', async () => {
  const from = randomUUID();
  const [one, two] = [open(), open()];
  const body = { command_id: randomUUID(), from };
  await refused(one, body);
  await refused(two, body);
  await one.fill(5, from);
  const first = await two.send('Take', body);
  expect(first).toMatchObject({ status: 'accepted' });
  await one.bury(from);
  expect(await one.send('Take', body)).toEqual({ ...first, status: 'duplicate' });
  expect(await one.taken(from)).toBe(1);
});

test('of two processes with a refused command at once, one carries it out and the other finds that', async () => {
  const [one, two] = [open(), open()];
  for (let round = 0; round < 10; round++) {
    const body = { command_id: randomUUID(), from: randomUUID() };
    await refused(one, body);
    await one.fill(5, body.from);
    const answers = await Promise.all([one, two].map((process) => process.send('Take', body)));
    expect(await one.taken(body.from)).toBe(1);
    expect(answers.map(({ position }) => position)).toEqual(Array(2).fill(answers[0]?.position));
  }
});

test('never repeats the recorded first step of a command, however often the next step is refused', async () => {
  const [from, to] = [randomUUID(), randomUUID()];
  const process = open();
  const body = { command_id: randomUUID(), from, to };
  for (let time = 0; time < 3; time++) {
    await refused(process, body, 'Move');
    await process.bury(to);
  }
  const filled = (await process.store.read(`tally-${to}`)).filter(({ metadata }) => {
    return metadata.command_id === body.command_id;
  });
  expect(filled).toHaveLength(1);
});

test.each([
  ['for the first time', false],
  ['after a refusal', true],
])('sent %s, a refusal does not hide that another process carried the command out and crashed', async (_, before) => {
  const body = { command_id: randomUUID(), from: randomUUID() };
  const judged = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const slow = open(() => {
    judged.resolve();
    return release.promise;
  });
  const crashing = open(() => Promise.reject(new Error('crashed')));
  const third = open();
  if (before) await refused(third, body);
  const slowly = refused(slow, body);
  await judged.promise;
  await third.fill(5, body.from);
  await expect(crashing.send('Take', body)).rejects.toThrow('crashed');
  release.resolve();
  await slowly;
  await third.bury(body.from);
  expect(await third.send('Take', body)).toMatchObject({ status: 'duplicate' });
  expect(await third.taken(body.from)).toBe(1);
});

test('what another process has kept meanwhile is answered, though the command is begun without it', async () => {
  const body = { command_id: randomUUID(), from: randomUUID() };
  const [one, two] = [open(), open()];
  await one.fill(5, body.from);
  const answers = await Promise.all([one, two, one, two].map((process) => process.send('Take', body)));
  expect(answers.filter(({ status }) => status === 'accepted')).toHaveLength(1);
  expect(await one.taken(body.from)).toBe(1);
  const { rows } = await database.pool.query<{ result: unknown[] }>(
    `select result from app.identities where kind = 'command' and key = $1`,
    [body.command_id],
  );
  expect(rows[0]?.result[0]).toBe('Take');
});
