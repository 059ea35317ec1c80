import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Blamed, blameOf, leavesOf } from '../../../../../src/api/audit/changes/blame.ts';
import { createCauses } from '../../../../../src/api/audit/changes/causes.ts';
import { differences } from '../../../../../src/api/audit/changes/differences.ts';
import { applyChanges, assemble, valueAt } from '../../../../support/json-pointer.ts';

const plain = fc.oneof(fc.constantFrom(null, true, false, 0, 1, 2, 'a', 'b', ''), fc.string({ maxLength: 2 }));
const names = fc.constantFrom('id', 'name', 'a/b', '~', 'line_id', 'list', 'deep');
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    plain,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
}));
const object = fc.dictionary(names, json, { maxKeys: 5 });
/** Without lists, whose elements may move. */
const { value: flat } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, plain, fc.dictionary(names, tie('value'), { minKeys: 1, maxKeys: 3 })),
}));
const flatObject = fc.dictionary(names, flat, { minKeys: 1, maxKeys: 4 });

const clone = <T>(value: T): T => structuredClone(value);

const blameAll = (states: readonly unknown[]): Blamed<number> => {
  let blamed: Blamed<number> | undefined;
  for (const [step, value] of states.entries()) blamed = { value, blame: blameOf(blamed, value, step) };
  return blamed!;
};

describe('differences', () => {
  test('differences made one after another turn one state into the other', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        expect(applyChanges(before, differences(before, after))).toEqual(after);
      }),
    );
  });

  test('equal states have no differences, and each difference says what was there', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        expect(differences(before, clone(before))).toEqual([]);
        for (const change of differences(before, after)) {
          expect(change.before).toEqual(valueAt(before, change.path));
          expect(change.after).toEqual(valueAt(after, change.path));
          expect('before' in change || 'after' in change).toBe(true);
        }
      }),
    );
  });
});

describe('blame', () => {
  test('the leaves put together are the state', () => {
    fc.assert(
      fc.property(fc.array(object, { minLength: 1, maxLength: 6 }), (states) => {
        const leaves = leavesOf(blameAll(states));
        expect(assemble(leaves)).toEqual(states.at(-1));
        expect(new Set(leaves.map(({ path }) => path)).size).toBe(leaves.length);
      }),
    );
  });

  test('each field outside of lists is blamed on the last step that changed it', () => {
    fc.assert(
      fc.property(fc.array(flatObject, { minLength: 1, maxLength: 6 }), (states) => {
        for (const { path, value, cause } of leavesOf(blameAll(states))) {
          const last = states.findLastIndex(
            (state, index) => index === 0 || valueAt(state, path) !== valueAt(states[index - 1], path),
          );
          const isPlain = typeof value !== 'object' || value === null;
          if (isPlain) expect({ path, cause }).toEqual({ path, cause: last });
        }
      }),
    );
  });

  test('what is in a list is blamed on a step after which the state had it', () => {
    fc.assert(
      fc.property(fc.array(object, { minLength: 1, maxLength: 6 }), (states) => {
        for (const { value, cause } of leavesOf(blameAll(states))) {
          expect(JSON.stringify(states[cause])).toContain(JSON.stringify(value));
        }
      }),
    );
  });

  test('an element keeps its blame when others before it leave the list or come', () => {
    const [plov, tea] = [
      { line_id: 1, name: 'Plov', quantity: 1 },
      { line_id: 2, name: 'Tea', quantity: 1 },
    ];
    const states = [[plov], [plov, tea], [plov, { ...tea, quantity: 3 }], [{ ...tea, quantity: 3 }]];
    const causes = Object.fromEntries(leavesOf(blameAll(states)).map(({ path, cause }) => [path, cause]));
    expect(causes).toEqual({ '/0/line_id': 1, '/0/name': 1, '/0/quantity': 2 });
    const emptied = leavesOf(blameAll([...states, []]));
    expect(emptied).toEqual([{ path: '', value: [], cause: 4 }]);
    const inserted = leavesOf(blameAll([[tea], [plov, tea]]));
    expect(inserted.map(({ cause }) => cause)).toEqual([1, 1, 1, 0, 0, 0]);
  });

  test('an element whose id is new is new in all its fields', () => {
    const states = [[{ id: 1, name: 'Tea' }], [{ id: 2, name: 'Tea' }]];
    expect(leavesOf(blameAll(states)).map(({ cause }) => cause)).toEqual([1, 1]);
  });
});

test('parts that are the same object are not looked into', () => {
  const untouched = {
    get secret(): never {
      throw new Error('looked into');
    },
  };
  const list = Array.from({ length: 100 }, () => untouched);
  const [before, after] = [
    { list, count: 1 },
    { list: [...list], count: 2 },
  ];
  expect(differences(before, after)).toEqual([{ path: '/count', before: 1, after: 2 }]);
  const elements = list.map(() => ({ cause: 0 }));
  const members = new Map<string, { cause: number; elements?: { cause: number }[] }>([
    ['list', { cause: 0, elements }],
    ['count', { cause: 0 }],
  ]);
  const { members: blamed } = blameOf({ value: before, blame: { cause: 0, members } }, after, 1);
  expect([blamed!.get('list')!.cause, blamed!.get('count')!.cause]).toEqual([0, 1]);
});

describe('the causes of differences', () => {
  test('each difference over several steps has the last step that touched it', () => {
    fc.assert(
      fc.property(fc.array(object, { minLength: 2, maxLength: 6 }), (states) => {
        const causes = createCauses<number>();
        const steps = states.slice(1).map((state, index) => ({ from: states[index], to: state, step: index + 1 }));
        for (const { from, to, step } of steps) causes.note(from, to, step);
        for (const difference of differences(states[0], states.at(-1))) {
          const touched = steps.filter(({ from, to }) =>
            differences(from, to).some(
              ({ path }) =>
                path === difference.path ||
                path.startsWith(`${difference.path}/`) ||
                difference.path.startsWith(`${path}/`),
            ),
          );
          expect(causes.of(difference)).toBe(touched.at(-1)!.step);
        }
      }),
    );
  });
});
