import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ById, entryOf, withEntries, withoutIds } from '../../../../src/domain/collections/by-id.ts';

const id = fc.integer({ min: 1, max: 30 });
const change = fc.oneof(fc.record({ entries: fc.array(fc.tuple(id, fc.string())) }), fc.record({ ids: fc.array(id) }));

it('lists by id say what a Map says, ascending, and are never changed in place', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      let list: ById<string> = [];
      const map = new Map<number, string>();
      for (const it of changes) {
        const before = Object.freeze(list);
        if ('entries' in it) {
          list = withEntries(before, it.entries);
          for (const [key, entry] of it.entries) map.set(key, entry);
        } else {
          list = withoutIds(before, it.ids);
          for (const key of it.ids) map.delete(key);
        }
        expect(list).toEqual([...map].sort(([first], [second]) => first - second));
      }
      for (let key = 0; key <= 31; key += 1) expect(entryOf(list, key)).toBe(map.get(key));
    }),
  );
});
