import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { createMemoryTables } from '../../../../src/projections/engine/memory-tables.ts';
import type { Projection } from '../../../../src/projections/engine/projection.ts';

const projection: Projection = {
  name: 'things',
  version: 1,
  tables: [{ name: 'things', columns: { id: 'bigint', name: 'text' }, key: ['id'] }],
  on: {
    Made: ({ data }, write) => write.put('things', data as object as { id: number }),
    Renamed: ({ data }, write) => {
      const { id, name } = data as { id: number; name: string };
      write.patch('things', { id }, { name });
    },
    Gone: ({ data }, write) => write.remove('things', data as { id: number }),
    Lost: (_event, write) => write.put('nowhere', { id: 1 }),
  },
};
const event = (type: string, data: object) => ({ type, data }) as RecordedEvent;

test('tables in memory hold what the handlers wrote, over several pages of events', () => {
  const tables = createMemoryTables(projection);
  tables.apply([event('Made', { id: 1, name: 'a' }), event('Made', { id: 2, name: 'b' }), event('Unheard', {})]);
  tables.apply([
    event('Renamed', { id: 1, name: 'c' }),
    event('Gone', { id: 2 }),
    event('Renamed', { id: 2, name: 'd' }),
  ]);
  expect(tables.rows('things')).toEqual([{ id: 1, name: 'c' }]);
  tables.apply([event('Renamed', { id: 9, name: 'never made' }), event('Made', { id: 2, name: 'e' })]);
  expect(tables.rows('things')).toEqual([
    { id: 1, name: 'c' },
    { id: 2, name: 'e' },
  ]);
});

test('a table that the read model does not have is an error', () => {
  const tables = createMemoryTables(projection);
  expect(() => tables.apply([event('Lost', {})])).toThrow('nowhere');
});
