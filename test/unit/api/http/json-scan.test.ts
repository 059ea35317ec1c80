import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonScan, MAX_FIELDS, MAX_TEXT, MAX_VALUES } from '../../../../src/api/http/json-scan.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { effort } from '../../../support/effort.ts';

const scanned = (pieces: readonly string[]): string => {
  const scan = new JsonScan();
  return pieces.map((piece) => scan.add(piece)).join('');
};

const parsed = (json: string): unknown => {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return 'no JSON';
  }
};

/** What is left of a text: of characters that are written as they are, the first ones; all that are escaped. */
const shortenedText = (text: string): string => {
  let length = 0;
  const kept = (
    JSON.stringify(text)
      .slice(1, -1)
      .match(/\\u.{4}|\\.|[^\\]/g) ?? []
  ).filter((part) => {
    // The digits of an escape are counted.
    length += part.length === 1 ? 1 : Math.max(0, part.length - 2);
    return part.length > 1 || length <= MAX_TEXT;
  });
  return JSON.parse(`"${kept.join('')}"`);
};

/** What is left of a value: its texts, names of fields too, as far as they are kept. */
const shortened = (value: unknown): unknown => {
  if (typeof value === 'string') return shortenedText(value);
  if (Array.isArray(value)) return value.map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [shortenedText(name), shortened(it)]));
};

/** Cuts a text at any places. */
const inPieces = (json: string, places: readonly number[]): string[] => {
  const ends = [...places.map((place) => place % (json.length + 1)), json.length].sort((a, b) => a - b);
  return ends.map((end, n) => json.slice(n === 0 ? 0 : ends[n - 1], end));
};

const places = fc.array(fc.nat(), { maxLength: 8 });
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string().map((it) => it.repeat(300)),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double({ noNaN: true }),
    fc.constantFrom(null, true, false),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('any'), { maxLength: 5 }),
  object: fc.dictionary(text, tie('any'), { maxKeys: 5 }),
})).any;

const spaces = fc.constantFrom(undefined, 1, 7, '\t', '\n \r\n');

test('what is kept of any JSON, however it comes in pieces, is the same value with shorter texts', () => {
  fc.assert(
    fc.property(value, spaces, places, (any, space, cuts) => {
      const json = JSON.stringify(any, null, space as string);
      assert.deepEqual(parsed(scanned(inPieces(json, cuts))), { value: shortened(JSON.parse(json)) });
    }),
    { numRuns: effort({ short: 150, long: 2_000 }) },
  );
});

test('what is kept of a text is JSON if and only if the text is', () => {
  const letters = [
    '"',
    '\\',
    'u',
    '0041',
    ',',
    ':',
    '{',
    '}',
    '[',
    ']',
    ' ',
    '\n',
    '\t',
    '\u0001',
    '1',
    '-',
    'e',
    'x',
    '\ud83c',
    '  ',
  ];
  const letter = fc.oneof(fc.constantFrom(...letters), fc.constant(`"${'x'.repeat(MAX_TEXT - 2)}`));
  const hardly = fc.array(letter, { maxLength: 12 }).map((parts) => parts.join(''));
  /** JSON with one thing put in, or put in another's place: of letters at random hardly any is JSON but for one. */
  const nearly = fc
    .tuple(fc.jsonValue({ maxDepth: 2 }), spaces, letter, fc.nat(), fc.boolean())
    .map(([any, space, put, place, isReplaced]) => {
      const json = JSON.stringify(any, null, space as string);
      const at = place % (json.length + 1);
      return json.slice(0, at) + put + json.slice(at + Number(isReplaced));
    });
  fc.assert(
    fc.property(fc.oneof(hardly, nearly), places, (json, cuts) => {
      assert.equal(parsed(scanned(inPieces(json, cuts))) === 'no JSON', parsed(json) === 'no JSON');
    }),
    { numRuns: effort({ short: 2_000, long: 10_000 }) },
  );
});

test.each([
  ['escapes', '\\u0041'.repeat(3_000)],
  ['an escape at the very end of what is kept', `${'x'.repeat(MAX_TEXT - 1)}\\u0041bc`],
  ['an escape beyond it', `${'x'.repeat(MAX_TEXT + 5)}\\"\\u0041\\\\ and more`],
])('a long text keeps what its end is told by: %s', (_, inside) => {
  const json = `{"a":"${inside}","b":1}`;
  expect(JSON.parse(scanned([json]))).toMatchObject({ a: expect.any(String), b: 1 });
  expect(JSON.parse(scanned([...json]))).toEqual(JSON.parse(scanned([json])));
});

test('a control character in a long text is kept for the parser to refuse', () => {
  for (let code = 0; code < 0x20; code++) {
    const control = String.fromCharCode(code);
    expect(parsed(scanned([`"${'x'.repeat(MAX_TEXT + 10)}${control}${'x'.repeat(10)}"`])), `${code}`).toBe('no JSON');
  }
});

test('the scan of a body leaves little of long texts and many spaces', () => {
  expect(scanned([`[${' '.repeat(1e6)}"${'x'.repeat(1e6)}"${'\n'.repeat(1e6)}]`])).toHaveLength(MAX_TEXT + 6);
});

test('too many values in a body are refused; values inside texts do not count', () => {
  expect(() => scanned([`[${'1,'.repeat(MAX_VALUES)}1]`])).toThrow('body_too_many_values');
  expect(() => scanned([`["${'[{,'.repeat(MAX_VALUES)}\\"${'[{,'.repeat(MAX_VALUES)}"]`])).not.toThrow();
});

test('an object of too many fields in a body is named, whatever came before it', () => {
  const fields = `{${Array.from({ length: MAX_FIELDS + 1 }, (_, n) => `"${n}":${n}`)}}`;
  const refusal = (json: string) => {
    try {
      return scanned([json]);
    } catch (error) {
      return (error as { params: object }).params;
    }
  };
  expect(refusal(fields)).toEqual({ field: 'body', max: MAX_FIELDS });
  expect(refusal(`[{"a":[]},{"b":{"c":"d"},"e":[1,2,${fields}]}]`)).toMatchObject({ field: '[1].e[2]' });
  expect(refusal(`{"${'n'.repeat(100)}":${fields}}`)).toMatchObject({ field: 'n'.repeat(64) });
});
