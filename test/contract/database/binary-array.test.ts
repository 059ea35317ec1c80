// A database of its own: it needs a connection, and no app.

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bigintArray,
  intArray,
  jsonArray,
  textArray,
  timestampArray,
  uuidArray,
} from '../../../src/database/binary-array.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The elements as Postgres has understood them, as text. */
const texts = async (type: string, array: Buffer, element = 'item::text'): Promise<(string | null)[]> => {
  const { rows } = await database.pool.query<{ text: string | null }>(
    `select ${element} as text from unnest($1::${type}[]) with ordinality as array_of (item, place) order by place`,
    [array],
  );
  return rows.map(({ text }) => text);
};

const asText = (numbers: readonly (number | null)[]) => numbers.map((number) => number?.toString() ?? null);

const timestamps = async (...instants: string[]): Promise<(string | null)[]> =>
  texts(
    'timestamptz',
    timestampArray(instants.map((instant) => Date.parse(instant))),
    `to_char(item at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  );

test('a binary array of texts holds any text, empty ones and nulls', async () => {
  const given = ['', 'Плов "1", {NULL}', null, 'NULL', '\\', '🍽️', 'x'.repeat(100_000)];
  expect(await texts('text', textArray(given))).toEqual(given);
});

test('a binary array of JSON holds each text as it is written, and nulls', async () => {
  const given = ['{"a":  "\\"Плов\\""}', null, 'null', '[]'];
  expect(await texts('json', jsonArray(given))).toEqual(given);
});

test('a binary array of UUIDs holds all digits, small and capital, and nulls', async () => {
  const given = [
    '01234567-89ab-cdef-0123-456789abcdef',
    null,
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ];
  expect(await texts('uuid', uuidArray(given))).toEqual(given);
  expect(await texts('uuid', uuidArray(given.map((uuid) => uuid?.toUpperCase())))).toEqual(given);
});

test.each([
  '',
  'order-1',
  '0123456789abcdef0123456789abcdef',
  '01234567-89ab-cdef-0123-456789abcde',
  '01234567-89ab-cdef-0123-456789abcdeff',
  '01234567-89ab-cdef-0123-456789abcdeg',
  '01234567-89ab-cdef-0123+456789abcdef',
  '01234567-89ab-cdef-0123-456789abcdeж',
])('a binary array of UUIDs refuses "%s"', (text) => {
  expect(() => uuidArray(['01234567-89ab-cdef-0123-456789abcdef', text])).toThrow(RangeError);
});

test('a binary array of ints holds what an int can hold, and nulls', async () => {
  const given = [0, -1, 1, null, 2 ** 31 - 1, -(2 ** 31), 65_536];
  expect(await texts('int', intArray(given))).toEqual(asText(given));
  for (const number of [2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN]) expect(() => intArray([number])).toThrow(RangeError);
});

test('a binary array of bigints holds every safe integer, and nulls', async () => {
  const given = [0, -1, 1, null, 2 ** 32, -(2 ** 32), 2 ** 32 - 1, -(2 ** 32) - 1, 2 ** 53 - 1, -(2 ** 53) + 1];
  expect(await texts('bigint', bigintArray(given))).toEqual(asText(given));
  for (const number of [2 ** 53, 0.5, Number.NaN]) expect(() => bigintArray([number])).toThrow(RangeError);
});

test('a binary array of instants holds milliseconds of any year, before 2000 and before 1970', async () => {
  const years = ['2026-01-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z', '1999-12-31T23:59:59.999Z'];
  const far = ['1969-12-31T23:59:59.001Z', '1000-01-01T00:00:00.001Z', '2999-12-31T23:59:59.999Z'];
  const given = [...years, ...far];
  expect(await timestamps(...given)).toEqual(given.map((instant) => instant.replace('Z', '000Z')));
  expect(await texts('timestamptz', timestampArray([null]))).toEqual([null]);
  for (const time of [0.5, Number.NaN]) expect(() => timestampArray([time])).toThrow(RangeError);
});

test.each([
  ['text', textArray],
  ['json', jsonArray],
  ['uuid', uuidArray],
  ['int', intArray],
  ['bigint', bigintArray],
  ['timestamptz', timestampArray],
] as const)('a binary array of %s may be empty, or hold nothing but nulls', async (type, arrayOf) => {
  expect(await texts(type, arrayOf([]))).toEqual([]);
  expect(await texts(type, arrayOf([null, undefined, null]))).toEqual([null, null, null]);
});
