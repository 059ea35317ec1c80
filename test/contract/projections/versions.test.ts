// A database of its own: it has tables of its own.

import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBatchWriters, send } from '../../../src/projections/engine/batch-writer.ts';
import { createReadModelPool } from '../../../src/projections/engine/pools.ts';
import type { Row } from '../../../src/projections/engine/projection.ts';
import { createTables } from '../../../src/projections/engine/schema.ts';
import { validAt, versioned } from '../../../src/projections/engine/versioned.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { effort } from '../../support/effort.ts';

let database: TestDatabase;
let pool: pg.Pool;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createReadModelPool(database.url, 2);
  client = await pool.connect();
  await createTables(client, 'pg_temp', { name: 'versions', version: 1, tables: [table], on: {} });
});
afterAll(async () => {
  client.release(true);
  await pool.end();
  await database.drop();
});

const table = versioned({
  name: 'kept',
  columns: { one: 'bigint', two: 'text', a: 'text', b: 'integer' },
  key: ['one', 'two'],
});
const newWriter = createBatchWriters('pg_temp', [table]);

type Write =
  | { readonly kind: 'put' | 'patch'; readonly key: Row; readonly columns: Row }
  | { readonly kind: 'remove'; readonly key: Row }
  /** Of all rows with this `one`. */
  | { readonly kind: 'forget'; readonly key: Row; readonly a: string | null };
/** What one event writes. */
type Step = readonly Write[];

const keys = fc.record({ one: fc.integer({ min: 1, max: 2 }), two: fc.constantFrom('x', 'y') });
const columns = fc.record(
  { a: fc.constantFrom('p', 'q', null), b: fc.integer({ min: 0, max: 9 }) },
  { requiredKeys: [] },
);
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ kind: fc.constantFrom('put' as const, 'patch' as const, 'patch' as const), key: keys, columns }),
  fc.record({ kind: fc.constant('remove' as const), key: keys }),
  fc.record({ kind: fc.constant('forget' as const), key: keys, a: fc.constantFrom('gone', null) }),
);
const steps: fc.Arbitrary<Step[][]> = fc.array(fc.array(fc.array(write, { maxLength: 3 }), { maxLength: 6 }), {
  maxLength: 4,
});

const rowsAt = async (position: number | null): Promise<string[]> => {
  const { rows } = await client.query<Row>(`select one, two, a, b from kept as k where ${validAt('k', position)}`);
  return rows.map((row) => JSON.stringify(row)).sort();
};

test('at each position, a table with versions shows what a table without them held then', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (batches) => {
      await client.query('truncate kept');
      const held = new Map<string, Row>();
      const expected: string[][] = [];
      let position = 0;
      for (const batch of batches) {
        const writer = newWriter();
        for (const step of batch) {
          position += 1;
          writer.moveTo(position);
          for (const change of step) {
            const id = JSON.stringify(change.key);
            if (change.kind === 'forget') {
              const { one } = change.key;
              writer.forget('kept', { one }, { a: change.a });
              const forget = (row: Row): Row => (row.one === one ? { ...row, a: change.a } : row);
              for (const [known, row] of held) held.set(known, forget(row));
              // What was is forgotten too.
              for (const [at, rows] of expected.entries()) {
                if (rows) expected[at] = rows.map((row) => JSON.stringify(forget(JSON.parse(row)))).sort();
              }
            } else if (change.kind === 'remove') {
              writer.remove('kept', change.key);
              held.delete(id);
            } else if (change.kind === 'put') {
              // `insert` is for rows that are not there.
              if (held.has(id)) writer.put('kept', { ...change.key, ...change.columns });
              else writer.insert('kept', { ...change.key, ...change.columns });
              held.set(id, { ...change.key, a: null, b: null, ...change.columns });
            } else {
              writer.patch('kept', change.key, change.columns);
              const row = held.get(id);
              if (row) held.set(id, { ...row, ...change.columns });
            }
          }
          expected[position] = [...held.values()].map((row) => JSON.stringify(row)).sort();
        }
        await send(client, writer.statements());
      }
      expect(await rowsAt(0)).toEqual([]);
      for (let at = 1; at <= position; at++) expect(await rowsAt(at)).toEqual(expected[at]);
      expect(await rowsAt(null)).toEqual(expected.at(-1) ?? []);
    }),
    { numRuns: effort({ short: 150, long: 600 }) },
  );
});

test('a version that lasts no time is not kept', async () => {
  await client.query('truncate kept');
  const writer = newWriter();
  writer.moveTo(5);
  writer.put('kept', { one: 1, two: 'x', a: 'first' });
  writer.put('kept', { one: 1, two: 'x', a: 'second' });
  await send(client, writer.statements());
  const { rows } = await client.query('select a, known_from, known_to from kept');
  expect(rows).toEqual([{ a: 'second', known_from: 5, known_to: null }]);
});

test('the key of a row with versions cannot be changed', () => {
  expect(() => newWriter().patch('kept', { one: 1, two: 'x' }, { two: 'y' })).toThrow('part of the key');
});
