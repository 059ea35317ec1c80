import { expect, test } from 'vitest';
import type { Projection } from '../../../../src/projections/engine/projection.ts';
import { checkProjections, indexName } from '../../../../src/projections/engine/schema.ts';
import { changePayload, parseChanges } from '../../../../src/projections/reading/change.ts';

const projection = (changes: Partial<Projection>): Projection => ({
  name: 'orders',
  version: 1,
  tables: [{ name: 'orders', columns: { id: 'bigint' }, key: ['id'] }],
  on: {},
  ...changes,
});

test.each([
  [[projection({}), projection({ tables: [] })], 'two projections are called orders'],
  [[projection({}), projection({ name: 'others' })], 'two projections write table orders'],
  [[projection({ name: 'Till shifts' })], 'not a name'],
  [[projection({ tables: [{ name: 'a', columns: {}, key: ['id'] }] })], 'key column id is not one of its columns'],
  [[projection({ tables: [{ name: 'a', columns: {}, key: [] }] })], 'has no key'],
])('definitions of projections that cannot work are refused (%#)', (projections, message) => {
  expect(() => checkProjections(projections)).toThrow(message);
});

test('an index has the same name every time, within what Postgres keeps of one', () => {
  expect(indexName('orders', ['point_id', 'order_id desc'])).toBe('orders_point_id_order_id_desc_idx');
  const columns = ['a', 'b', 'c', 'd'].map((letter) => `${letter}_rather_long_column`);
  const long = indexName('till_shifts', columns);
  expect(long).toHaveLength(63);
  expect(long).toBe(indexName('till_shifts', columns));
  expect(long).not.toBe(indexName('till_shifts', [...columns.slice(0, 3), 'e_rather_long_column']));
});

test('a change with more brands than a notification holds is a change of all brands', () => {
  const brands = (count: number) => Array.from({ length: count }, () => '0197f000-0000-7000-8000-000000000001');
  const few = { projections: ['orders'], position: 5, brands: brands(200) };
  expect(parseChanges(changePayload(few))).toEqual([{ projection: 'orders', position: 5, brands: brands(200) }]);
  const many = changePayload({ ...few, brands: brands(210) });
  expect(parseChanges(many)).toEqual([{ projection: 'orders', position: 5, brands: null }]);
  // In bytes, not characters.
  expect(parseChanges(changePayload({ ...few, brands: ['ы'.repeat(4_000)] }))?.[0]?.brands).toBeNull();
});

test.each([
  ...['', '{bad', 'null', '[]', '5', '"orders"', '{}', '{"projections":["orders"],"position":5}'],
  ...['{"projections":[5],"position":5,"brands":null}', '{"projections":["orders"],"position":"5","brands":null}'],
  ...[
    '{"projections":["orders"],"position":-1,"brands":null}',
    '{"projections":["orders"],"position":1e300,"brands":null}',
  ],
  ...[
    '{"projections":["orders"],"position":5,"brands":"a"}',
    '{"projections":["orders"],"position":5,"brands":[null]}',
  ],
  '{"projections":["orders"],"position":5,"brands":null,"parked":"no"}',
])('a notification that is not a change is ignored: %s', (payload) => expect(parseChanges(payload)).toBeUndefined());
