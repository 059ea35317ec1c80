// A database of its own: it has tables of its own.

import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBatchWriters, send } from '../../../src/projections/engine/batch-writer.ts';
import { createReadModelPool } from '../../../src/projections/engine/pools.ts';
import type { BatchWriter, Row, TableDefinition } from '../../../src/projections/engine/projection.ts';
import { createTables } from '../../../src/projections/engine/schema.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createReadModelPool(database.url, 2);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const tables: readonly TableDefinition[] = [
  {
    name: 'single',
    columns: {
      id: 'bigint',
      a: 'text',
      b: 'integer',
      c: 'json',
      d: 'bigint[]',
      e: 'text[]',
      f: 'double precision',
      g: 'uuid',
      h: 'bigint',
    },
    key: ['id'],
  },
  { name: 'double', columns: { one: 'text', two: 'bigint', a: 'text', b: 'boolean' }, key: ['one', 'two'] },
  { name: 'bare', columns: { id: 'bigint' }, key: ['id'] },
];

type Operation =
  | { readonly kind: 'put'; readonly table: string; readonly row: Row }
  | { readonly kind: 'patch'; readonly table: string; readonly key: Row; readonly columns: Row }
  | { readonly kind: 'remove'; readonly table: string; readonly key: Row }
  | { readonly kind: 'forget'; readonly table: string; readonly key: Row; readonly columns: Row };

const play = (operation: Operation, write: BatchWriter): void => {
  if (operation.kind === 'put') write.put(operation.table, operation.row);
  else if (operation.kind === 'patch') write.patch(operation.table, operation.key, operation.columns);
  else if (operation.kind === 'forget') write.forget(operation.table, operation.key, operation.columns);
  else write.remove(operation.table, operation.key);
};

/** What the words of BatchWriter say, a row at a time. */
const createModel = () => {
  const rows = new Map<string, Row>();
  const definition = (table: string) => tables.find(({ name }) => name === table)!;
  const idOf = (table: string, row: Row) =>
    JSON.stringify([table, ...definition(table).key.map((column) => row[column])]);
  const empty = (table: string) =>
    Object.fromEntries(Object.keys(definition(table).columns).map((column) => [column, null]));
  const write: BatchWriter = {
    put: (table, row) => rows.set(idOf(table, row), { ...empty(table), ...row }),
    insert: (table, row) => rows.set(idOf(table, row), { ...empty(table), ...row }),
    patch: (table, key, columns) => {
      const row = rows.get(idOf(table, key));
      if (row) rows.set(idOf(table, key), { ...row, ...columns });
    },
    remove: (table, key) => rows.delete(idOf(table, key)),
    forget: (table, part, columns) => {
      for (const [id, row] of rows) {
        const isMeant = Object.entries(part).every(([column, value]) => row[column] === value);
        if (JSON.parse(id)[0] === table && isMeant) rows.set(id, { ...row, ...columns });
      }
    },
  };
  const contents = (table: string) => [...rows].filter(([id]) => JSON.parse(id)[0] === table).map(([, row]) => row);
  return { write, contents };
};

// Everything that could break quoting, and keys that would run into each other if they were merely joined.
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', '')),
  fc.string({ unit: anyCharacter }).map((value) => value.replaceAll('\0', '').toWellFormed()),
  fc.constantFrom('', 'NULL', '{}', '"', '\\', "'", ' ', '1,2', '\n', 'a"b\\c'),
);
const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const optional = (columns: Record<string, fc.Arbitrary<unknown>>) => fc.record(columns, { requiredKeys: [] });
const number = fc.integer({ min: 1, max: 4 });
const columnsOf = {
  single: optional({
    a: nullable(anyText),
    b: nullable(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    c: nullable(
      fc.oneof(fc.string(), fc.array(fc.record({ x: fc.string(), y: fc.maxSafeInteger() }), { maxLength: 2 })),
    ),
    d: nullable(fc.array(nullable(fc.maxSafeInteger()), { maxLength: 3 })),
    e: nullable(fc.array(nullable(anyText), { maxLength: 3 })),
    f: nullable(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
    g: nullable(fc.uuid()),
    h: nullable(fc.maxSafeInteger()),
  }),
  double: optional({ a: nullable(anyText), b: nullable(fc.boolean()) }),
  bare: fc.constant({}),
};
const keysOf = {
  single: fc.record({ id: number }),
  double: fc.record({ one: fc.constantFrom('', '1', '1,1', '["1"]'), two: number }),
  bare: fc.record({ id: number }),
};

const anyOperation: fc.Arbitrary<Operation> = fc.constantFrom('single', 'double', 'bare').chain((name) => {
  const table = name as keyof typeof keysOf;
  return fc
    .tuple(fc.constantFrom('put', 'patch', 'patch', 'remove', 'forget'), keysOf[table], columnsOf[table])
    .map(([kind, key, columns]): Operation => {
      if (kind === 'put') return { kind, table, row: { ...key, ...columns } };
      if (kind === 'forget' && Object.keys(columns).length > 0) {
        // All rows of a part of the key.
        return { kind, table, key: 'one' in key ? { one: key.one } : key, columns };
      }
      return kind === 'remove' ? { kind, table, key } : { kind: 'patch', table, key, columns };
    });
});

const sorted = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

test('a batch of writes leaves what its writes one after the other would have left, wherever batches begin and end', async () => {
  const client = await pool.connect();
  const schema = 'pg_temp';
  await createTables(client, schema, { name: 'written', version: 1, tables, on: {} });
  const newWriter = createBatchWriters(schema, tables);
  const batches = fc.array(fc.array(anyOperation, { maxLength: 12 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(batches, async (given) => {
      await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
      const model = createModel();
      for (const batch of given) {
        const write = newWriter();
        for (const operation of batch) {
          play(operation, write);
          play(operation, model.write);
        }
        await send(client, write.statements());
      }
      for (const { name, columns } of tables) {
        const list = Object.keys(columns).join(', ');
        const { rows } = await client.query<Row>(`select ${list} from ${name}`);
        expect(sorted(rows)).toEqual(sorted(model.contents(name).map((row) => pick(row, Object.keys(columns)))));
      }
    }),
    { numRuns: 300 },
  );
  client.release(true);
});

const pick = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

test('numbers and UUIDs are what they are, in whatever way a batch spells them', async () => {
  const client = await pool.connect();
  await createTables(client, 'pg_temp', { name: 'spelled', version: 1, tables: [tables[0]!], on: {} });
  const write = createBatchWriters('pg_temp', tables)();
  const g = '5f0f9f5e-0d0c-4a53-9d43-2f4f6c5b7a10';
  write.put('single', { id: '1', b: '7', g: g.toUpperCase(), h: '9007199254740993' });
  write.put('single', { id: 2, b: 7, g: g.replaceAll('-', ''), h: -1 });
  await send(client, write.statements());
  const { rows } = await client.query('select id, b, g, h::text from single order by id');
  expect(rows).toEqual([
    { id: 1, b: 7, g, h: '9007199254740993' },
    { id: 2, b: 7, g, h: '-1' },
  ]);
  client.release(true);
});

test('a batch larger than one statement is written whole', async () => {
  const client = await pool.connect();
  await createTables(client, 'pg_temp', { name: 'large', version: 1, tables: [tables[2]!], on: {} });
  const write = createBatchWriters('pg_temp', tables)();
  for (let id = 0; id < 12_000; id++) write.put('bare', { id });
  const statements = write.statements();
  expect(statements).toHaveLength(12);
  await send(client, statements);
  expect((await client.query('select count(*) as count from bare')).rows).toEqual([{ count: 12_000 }]);
  client.release(true);
});

test.each<[string, (write: BatchWriter) => void, string]>([
  ['a table of another projection', (write) => write.put('other', {}), "table other is not one of this projection's"],
  ['an unknown column', (write) => write.put('bare', { id: 1, x: 1 }), 'table bare has no column x'],
  ['an unknown column in a patch', (write) => write.patch('bare', { id: 1 }, { x: 1 }), 'table bare has no column x'],
  ['half a key', (write) => write.remove('double', { one: '' }), 'table double: key column two is missing'],
  ['another key', (write) => write.patch('bare', { id: 1 }, { id: 2 }), "id is part of the key and can't be changed"],
])('refuses %s', (_, act, message) => {
  expect(() => act(createBatchWriters('read', tables)())).toThrow(message);
});
