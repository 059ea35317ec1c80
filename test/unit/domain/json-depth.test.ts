import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonScan } from '../../../src/api/http/json-scan.ts';
import { isTooDeep, MAX_DEPTH } from '../../../src/domain/json-depth.ts';

const depthOf = (value: unknown): number => {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
};

const isRefused = (pieces: readonly string[]): boolean => {
  const scan = new JsonScan();
  try {
    for (const piece of pieces) scan.add(piece);
    return false;
  } catch {
    return true;
  }
};

/** Texts that hold what opens and ends lists, objects and texts. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('[', ']'.repeat(70), '{'.repeat(70), '\\', '\\\\"', '"[', '"', '[{"a":'),
);
const leaf = fc.oneof(text, fc.integer(), fc.constant(null), fc.boolean());
const nested = fc
  .tuple(leaf, fc.array(fc.tuple(fc.boolean(), text, leaf), { minLength: MAX_DEPTH - 6, maxLength: MAX_DEPTH + 6 }))
  .map(([inner, around]) =>
    around.reduce<unknown>(
      (value, [isList, name, sibling]) => (isList ? [sibling, value, [[]]] : { [`${name}.`]: sibling, [name]: value }),
      inner,
    ),
  );

test('a text is too deep if its lists and objects stand in one another deeper than the limit, wherever it is cut', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        nested,
        fc.json().map((json) => JSON.parse(json)),
      ),
      fc.nat(),
      fc.nat(3),
      (value, at, space) => {
        const json = JSON.stringify(value, null, space);
        const expected = depthOf(value) > MAX_DEPTH;
        const cut = at % (json.length + 1);
        expect({ json, deep: isTooDeep(json), scan: isRefused([json.slice(0, cut), json.slice(cut)]) }).toEqual({
          json,
          deep: expected,
          scan: expected,
        });
      },
    ),
  );
});

test('many lists side by side are not deep, and text that is no JSON makes no error', () => {
  expect(isTooDeep(`[${'[],'.repeat(10_000)}{}]`)).toBe(false);
  expect(isTooDeep(']'.repeat(100))).toBe(false);
  expect(isTooDeep(`"${'['.repeat(100)}`)).toBe(false);
  expect(isTooDeep('['.repeat(100_000))).toBe(true);
});
