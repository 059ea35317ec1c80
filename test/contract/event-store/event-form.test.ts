// A database of its own: it writes events by hand, some of them in a wrong form.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Values = Readonly<Record<string, unknown>>;

/** Calls a function that appends, with parameters by their names. The others are null. */
const call = async (name: string, values: Values): Promise<void> => {
  const { rows } = await database.pool.query<{ parameters: string[] }>(
    `select proargnames[:pronargs] as parameters from pg_proc where pronamespace = 'log'::regnamespace and proname = $1
     order by pronargs desc limit 1`,
    [name],
  );
  const parameters = rows[0]!.parameters;
  expect(parameters).toEqual(expect.arrayContaining(Object.keys(values)));
  const named = parameters.map((parameter, index) => `"${parameter}" => $${index + 1}`);
  await database.pool.query(
    `select * from log.${name}(${named.join(', ')})`,
    parameters.map((parameter) => values[parameter]),
  );
};

const shared = { id: randomUUID(), json: '{}' };

/** Each adds two events in a call, or one. */
const appends: Record<string, () => Values> = {
  append: () => ({
    streams: [randomUUID()],
    expected: [-1],
    append_numbers: [1, 1],
    places: [1, 2],
    ids: [randomUUID(), randomUUID()],
    types: ['Tried', 'Tried'],
    packed: ['{}', '{}'],
    shared_of: [shared.id, shared.id],
    shared_ids: [shared.id],
    shared: [shared.json],
  }),
  append_alone: () => ({
    stream: randomUUID(),
    expected: -1,
    id: randomUUID(),
    type: 'Tried',
    packed: '{}',
    shared_id: shared.id,
    shared: shared.json,
  }),
  append_beginnings: () => ({
    streams: [randomUUID(), randomUUID()],
    ids: [randomUUID(), randomUUID()],
    types: ['Tried', 'Tried'],
    packed: ['{}', '{}'],
    shared_of: [shared.id, shared.id],
    shared_ids: [shared.id],
    shared: [shared.json],
    subjects: [],
    guard_streams: [],
    guard_revisions: [],
  }),
};

const formless: readonly [string, Values][] = [
  ['append', { packed: ['{}', null] }],
  ['append', { packed: ['{}'] }],
  ['append', { shared_of: [shared.id, null] }],
  ['append', { shared_of: [shared.id] }],
  ['append_alone', { packed: null }],
  ['append_alone', { shared_id: null }],
  ['append_beginnings', { packed: [null, '{}'] }],
  ['append_beginnings', { packed: ['{}'] }],
  ['append_beginnings', { packed: null }],
  ['append_beginnings', { shared_of: [shared.id, null] }],
  ['append_beginnings', { shared_of: [shared.id] }],
];

const stored = async (): Promise<number> =>
  (await database.pool.query<{ count: number }>('select count(*)::int as count from log.events')).rows[0]!.count;

describe('an event has its data packed, and shared metadata:', () => {
  test.each(Object.entries(appends))('log.%s stores such events', async (name, values) => {
    const before = await stored();
    await call(name, values());
    expect(await stored()).toBe(before + (name === 'append_alone' ? 1 : 2));
  });

  test.each(formless)('log.%s refuses others, as with %j, and stores nothing', async (name, bad) => {
    const before = await stored();
    await expect(call(name, { ...appends[name]!(), ...bad })).rejects.toMatchObject({ code: '23502' });
    expect(await stored()).toBe(before);
  });
});
