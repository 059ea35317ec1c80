// A database of its own: it shows the whole log.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textArray } from '../../../src/database/binary-array.ts';
import { packJson } from '../../../src/event-store/packing/packed-json.ts';
import { PACKED_KEYS } from '../../../src/event-store/packing/packed-keys.ts';
import { createPostgresEventStore } from '../../../src/event-store/postgres/postgres-event-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { packableValues } from '../../support/packable-values.ts';
import { newEvent } from './fixtures.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** As jsonb can hold it. */
const shown = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(shown);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [shown(key), shown(member)]));
};

/**
 * Postgres compares, and nothing is parsed here: JSON.parse of Node 26.10 reads the key `"` as a backslash, if it has read an
 * object with a backslash for a key at that place before.
 */
const expectShown = async (values: readonly unknown[]): Promise<void> => {
  const packed = textArray(values.map((value) => packJson(JSON.stringify(value))));
  const wanted = textArray(values.map((value) => JSON.stringify(shown(value))));
  const { rows } = await database.pool.query<{ found: string; wanted: string }>(
    `select log.unpack(packed)::text as found, wanted from unnest($1::text[], $2::text[]) as it (packed, wanted)
     where log.unpack(packed) is distinct from wanted::jsonb`,
    [packed, wanted],
  );
  expect(rows).toEqual([]);
};

test('Postgres unpacks every key, with and without null, after a brace and after a comma', async () => {
  const values = PACKED_KEYS.flatMap((key) => [
    { [key]: 1 },
    { [key]: null },
    { x: 0, [key]: 1 },
    { x: 0, [key]: null },
  ]);
  await expectShown(values);
});

test('Postgres unpacks whatever was packed, and shows what jsonb can not hold as another character', async () => {
  const property = fc.asyncProperty(fc.array(packableValues, { minLength: 40, maxLength: 60 }), async (values) => {
    await expectShown(values);
  });
  await fc.assert(property, { numRuns: 10 });
  const odd = ['a\0b', '\0\0', '\\u0000', '\\\0', '\\\\u0000', '\ud800', '\udfff\ud800', '😀', { '\0': '\0' }];
  await expectShown(odd);
});

test('log.readable shows people which events were recorded, and their data', async () => {
  const store = createPostgresEventStore({ pool: database.pool, url: database.url });
  await store.append('order-7', 'no_stream', [newEvent({ order_id: 7, lines: [{ price: 5, category_id: null }] })]);
  const [event] = await store.readAll(0, 1);
  const { rows } = await database.pool.query('select * from log.readable where stream = $1', ['order-7']);
  expect(rows).toEqual([
    {
      position: event!.position,
      stream: 'order-7',
      type: event!.type,
      recorded_at: new Date(event!.recorded_at),
      data: { order_id: 7, lines: [{ price: 5, category_id: null }] },
    },
  ]);
  await store.close();
});
