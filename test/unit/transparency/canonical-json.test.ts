import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalBytes } from '../../../src/transparency/canonical-bytes.ts';
import { canonicalJson, mayHaveHalfPair } from '../../../src/transparency/canonical-json.ts';
import { isInOrder } from '../../../src/transparency/in-order.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { effort } from '../../support/effort.ts';

const formOf = (canonical: (value: unknown) => string | undefined, value: unknown): string | undefined => {
  try {
    return canonical(value);
  } catch {
    return undefined;
  }
};

/** As the quick way writes it; undefined for a value that it leaves to canonicalJson. */
const quickly = (value: unknown): string | undefined => canonicalBytes(0x2e, value)?.toString();

/** What JSON.stringify writes; undefined where the tree does not take it as it is. */
const asItStands = (value: unknown): string | undefined => {
  const text = isInOrder(value) ? JSON.stringify(value) : undefined;
  return text === undefined || mayHaveHalfPair(text) ? undefined : text;
};

/** The canonical form by another program; undefined for a value that has none. */
const expectSame = (value: unknown): void => {
  const form = formOf(canonicalize, value);
  expect(formOf(canonicalJson, value)).toBe(form);
  expect([undefined, `.${form}`]).toContain(quickly(value));
  expect([undefined, form]).toContain(asItStands(value));
};

/** Characters that are written, or sorted, in a way of their own. */
const odd = fc.constantFrom(
  ...'"\\/\b\f\n\r\t\0\x1f\x7f\u2028\u{1f372}\ufb33\ue000éЖ€ud8',
  ...['\ud800', '\udfff', '__proto__', 'toJSON'],
);
const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: odd }));
const key = fc.oneof(text, fc.nat().map(String), fc.constantFrom('__proto__', 'constructor', '01', '-1', '1e3', ''));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(-0, 1e21, 1e-7, 123456789012345680000, 5e-324, Number.MAX_SAFE_INTEGER),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'medium' }, text, number, fc.boolean(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('value')),
  object: fc.dictionary(key, tie('value')),
}));

test('any JSON value has the form of RFC 8785 that another program gives it, or none in both', () => {
  fc.assert(
    fc.property(value, (each) => {
      const json = JSON.stringify(each);
      expectSame(JSON.parse(json));
      const form = formOf(canonicalize, JSON.parse(json));
      if (form !== undefined) expectSame(JSON.parse(form));
    }),
    { numRuns: effort({ short: 1_200, long: 10_000 }) },
  );
});

test.each([
  ['{"10":1,"9":2,"a":3,"1":{"2":0,"10":0}}', '{"1":{"10":0,"2":0},"10":1,"9":2,"a":3}'],
  ['{"\ufb33":1,"\u{1f372}":2,"€":3,"é":4}', '{"é":4,"€":3,"\u{1f372}":2,"\ufb33":1}'],
  ['[-0,1e21,1e20,1E-7,0.1,100.0]', '[0,1e+21,100000000000000000000,1e-7,0.1,100]'],
  ['{"__proto__":{"b":1,"a":2},"a":[]}', '{"__proto__":{"a":2,"b":1},"a":[]}'],
  ['"\\u0007\\u000b\\n\\/\\\\ud800"', '"\\u0007\\u000b\\n/\\\\ud800"'],
])('%s is written as %s', (json, form) => {
  expect(canonicalJson(JSON.parse(json))).toBe(form);
  expect(quickly(JSON.parse(json))).toBe(`.${form}`);
  expectSame(JSON.parse(json));
});

test.each(['"\\ud800"', '{"a":["\\\\\\udc00"]}', '{"\\udbff":1}', '1e999'])('%s has no form', (json) => {
  expect(() => canonicalJson(JSON.parse(json))).toThrow();
  expect(quickly(JSON.parse(json))).toBeUndefined();
  expectSame(JSON.parse(json));
});

test('objects with more members than are sorted by insertion, and as deep as an event may be', () => {
  expectSame(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${(n * 7919) % 1_000}`, n])));
  expectSame(JSON.parse('{"b":0,"a":'.repeat(1_000) + 0 + '}'.repeat(1_000)));
});

test('a member that is undefined is left out', () => {
  expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
  expect(quickly({ b: undefined, a: 1 })).toBe('.{"a":1}');
});

test.each([
  ['a text', '"é"'],
  ['members in order, at every depth', '{"a":[{"b":1,"c":{"d":null,"e":true}}],"b":-0.5}'],
])('%s is in order', (_, json) => {
  expect(asItStands(JSON.parse(json))).toBe(json);
});

class Counted {
  readonly amount = 1;
}
test.each([
  ['members', { b: 1, a: 2 }],
  ['members of an item', { a: [{ c: 1, b: 2 }] }],
  ['numbers as names', JSON.parse('{"10":1,"9":2}')],
  ['NaN', { a: Number.NaN }],
  ['nothing in a list', [undefined]],
  ['a value that writes itself', { a: { toJSON: () => 1 } }],
  ['a list that writes itself', Object.assign([1], { toJSON: () => 1 })],
  ['a value of a class', new Counted()],
  ['more depth than is looked at', JSON.parse(`${'['.repeat(102)}${']'.repeat(102)}`)],
])('%s may stand in another order, or be written otherwise', (_, value) => {
  expect(isInOrder(value)).toBe(false);
});

test('a member that is undefined does not count', () => {
  expect(isInOrder({ b: undefined, a: 1 })).toBe(true);
});
