import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packPlain } from '../../../src/event-store/packing/pack-plain.ts';
import { packJson, unpackJson } from '../../../src/event-store/packing/packed-json.ts';
import { PACKED_KEYS } from '../../../src/event-store/packing/packed-keys.ts';
import { packableValues } from '../../support/packable-values.ts';

test('what is packed comes back to the letter, whatever it holds', () => {
  fc.assert(
    fc.property(packableValues, (value) => {
      const text = JSON.stringify(value);
      const packed = packJson(text);
      expect(unpackJson(packed)).toBe(text);
      expect(packed.length).toBeLessThanOrEqual(text.length);
      expect(packed).not.toContain('\n');
      const plain = packPlain(value);
      expect(plain?.bytes.toString()).toBe(packed);
      if (plain?.isSame) expect(JSON.parse(text)).toStrictEqual(value);
    }),
    { numRuns: 500 },
  );
});

const UUID = '018f2c7e-3c1b-7a51-9d5e-1f6f0a1b2c3d';
const TIME = '2026-10-31T15:19:09.000Z';

test('logs hold these marks: they stay as they are', () => {
  const text = `{"point_id":"${UUID}","courier_id":null,"name":null,"opened_at":"${TIME}","ids":["${UUID}"]}`;
  const packed =
    '\x04/\x01 AY8sfjwbelGdXh9vChssPQ\x02\x0e\x01\x06\x01T\x02 alMFQ3I,"ids":[\x01 AY8sfjwbelGdXh9vChssPQ]}';
  expect(packJson(text)).toBe(packed);
  expect(packPlain(JSON.parse(text))?.bytes.toString()).toBe(packed);
  expect(unpackJson(packed)).toBe(text);
});

test.each([
  '1970-01-01T00:00:00.000Z',
  '2026-02-28T23:59:59.999Z',
  '2000-02-29T01:02:03.004Z',
  '2026-02-30T12:00:00.000Z',
  '2106-11-02T07:35:11.103Z',
])('the instant %s is packed', (instant) => {
  const packed = packJson(`["${instant}"]`);
  expect(packed).toHaveLength(11);
  expect(unpackJson(packed)).toBe(`["${instant}"]`);
});

test.each([
  '1969-12-31T23:59:59.999Z',
  '2106-11-02T07:35:11.104Z',
  '2110-01-01T00:00:00.000Z',
  '2026-00-01T12:00:00.000Z',
  '2026-01-00T12:00:00.000Z',
  '2026-01-32T12:00:00.000Z',
  '2026-13-01T12:00:00.000Z',
  '2026-10-31T24:00:00.000Z',
  '2026-10-31T23:59:60.000Z',
  '2026-10-31 12:00:00.000Z',
  '018F2C7E-3C1B-7A51-9D5E-1F6F0A1B2C3D',
  '018f2c7e-3c1b-7a51-9d5e-1f6f0a1b2c3g',
  '018f2c7e03c1b-7a51-9d5e-1f6f0a1b2c3d',
])('%s stays a text', (text) => {
  expect(packJson(`["${text}"]`)).toBe(`["${text}"]`);
  expect(packPlain([text])?.bytes.toString()).toBe(`["${text}"]`);
});

test('a key that is a UUID stays a text', () => {
  expect(packJson(`{"${UUID}":1}`)).toBe(`{"${UUID}":1}`);
  expect(packPlain({ [UUID]: 1 })?.bytes.toString()).toBe(`{"${UUID}":1}`);
});

test('each known key is packed, after a comma and after a brace', () => {
  for (const key of PACKED_KEYS) {
    const text = `{"${key}":1,"${key}":2}`;
    expect(packJson(text).length).toBeLessThanOrEqual(7);
    expect(unpackJson(packJson(text))).toBe(text);
  }
  expect(new Set(PACKED_KEYS).size).toBe(PACKED_KEYS.length);
});

test('keys that logs hold already keep their places', () => {
  const released = PACKED_KEYS.slice(0, 222).join();
  expect(createHash('sha256').update(released).digest('hex').slice(0, 16)).toBe('ea32667ce85c8383');
});

test('a mark that this version does not know is an error, and no other text', () => {
  expect(() => unpackJson('\x06~1}')).toThrow('a newer version has packed this JSON');
});

test.each<[string, unknown]>([
  ['a date', { at: new Date(0) }],
  ['a function', { status: () => 1 }],
  ['undefined in a list', [undefined]],
  ['a bigint', { total: 1n }],
  ['a map', { lines: new Map() }],
  ['a boxed number', [Object(1)]],
  ['no value at all', undefined],
  ['what is deeper than a hundred levels', JSON.parse('['.repeat(200) + ']'.repeat(200))],
  ['what is longer than a hundred thousand characters', 'x'.repeat(100_001)],
  ['what is so long in UTF-8 only', 'ж'.repeat(60_000)],
  ['what is so long as JSON only', '\0'.repeat(20_000)],
  ['a list of very many numbers', Array.from({ length: 60_000 }, () => 1)],
  ['a list of very many words', Array.from({ length: 30_000 }, () => true)],
  ['an object of very many members', Object.fromEntries(Array.from({ length: 20_000 }, (_, name) => [name, 1]))],
  ['an object with a key that is too long', { ['x'.repeat(100_000)]: 1 }],
])('leaves %s to JSON.stringify', (_, value) => {
  expect(packPlain(value)).toBeNull();
});

test('packs each kind of plain data as JSON has it', () => {
  const numbers = [0, 1, 9, 10, 99, 100, 12_345, 999_999_999, 1_000_000_000, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e21];
  const values = [...numbers, ...numbers.map((number) => -number), 0.1, 5e-324, Number.NaN, Number.POSITIVE_INFINITY];
  const pieces = [
    '\x7f',
    '\x80',
    '\u07ff',
    '\u0800',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\ud800',
    '🍽️',
    '"',
    '\\',
    '\n',
    '\u2028',
  ];
  for (const value of [values, pieces, pieces.join('ж'), true, false, null, '', [], {}, [[], {}, [{}]]]) {
    expect(packPlain(value)?.bytes.toString()).toBe(JSON.stringify(value));
  }
});

test('what is packed later does not change what was packed before', () => {
  const first = packPlain({ name: 'Плов' })!;
  packPlain({ name: 'Чай' });
  expect(packPlain(new Map())).toBeNull();
  expect(unpackJson(first.bytes.toString())).toBe('{"name":"Плов"}');
});

test('a member that is undefined is left out, as JSON.stringify does', () => {
  const value = {
    status: undefined,
    name: undefined,
    order_id: -0,
    quantity: Number.NaN,
    other: undefined,
    price: 1e21,
  };
  expect(unpackJson(packPlain(value)!.bytes.toString())).toBe(JSON.stringify(value));
});

test.each([
  [{ order_id: 1, phone: null, items: [{ price: 1.5, name: 'Плов' }] }, true],
  [{ order_id: 1, name: undefined }, false],
  [{ order_id: Number.NaN }, false],
  [{ order_id: 1, quantity: Number.POSITIVE_INFINITY }, false],
  [[-0], false],
  [Object.create(null), false],
])('packing knows whether %j comes back as it was', (value, isSame) => {
  expect(packPlain(value)?.isSame).toBe(isSame);
});
