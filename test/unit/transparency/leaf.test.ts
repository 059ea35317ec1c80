import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../src/event-store/event-store.ts';
import { leafHash } from '../../../src/transparency/hashes.ts';
import { leafHashOf, leafOf } from '../../../src/transparency/leaf.ts';

const event = (data: unknown): RecordedEvent => ({
  stream: 'order-1',
  position: 12,
  revision: 0,
  type: 'OrderPlaced',
  id: '0b5c1c3e-0000-4000-8000-000000000001',
  recorded_at: '2026-01-02T03:04:05.678901Z',
  metadata: {
    actor: { id: 'k', kind: 'venue', name: 'Till' },
    brand_id: 'b',
    causation_id: null,
    command_id: 'c',
    correlation_id: 'd',
    occurred_at: '2026-01-02T03:04:05.678Z',
    schema_version: 1,
  },
  data,
});

test('a leaf is the canonical JSON of exactly these members', () => {
  expect(leafOf(Object.assign(event({ b: 'é', a: 1 }), { other: 1 }))).toBe(
    '{"data":{"a":1,"b":"é"},"id":"0b5c1c3e-0000-4000-8000-000000000001",' +
      '"metadata":{"actor":{"id":"k","kind":"venue","name":"Till"},"brand_id":"b","causation_id":null,"command_id":"c",' +
      '"correlation_id":"d","occurred_at":"2026-01-02T03:04:05.678Z","schema_version":1},' +
      '"position":12,"recorded_at":"2026-01-02T03:04:05.678901Z","revision":0,"stream":"order-1","type":"OrderPlaced"}',
  );
});

test('the example of RFC 8785 has its canonical form', () => {
  const data = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
      '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
  );
  expect(leafOf(event(data))).toContain(
    '"data":{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test('the order of members does not matter, and everything else does', () => {
  expect(leafOf(event({ a: 1, b: [1, 2] }))).toBe(leafOf(event({ b: [1, 2], a: 1 })));
  expect(leafOf(event({ a: 1, b: [1, 2] }))).not.toBe(leafOf(event({ a: 1, b: [2, 1] })));
  expect(leafOf(event({ a: '1' }))).not.toBe(leafOf(event({ a: 1 })));
});

test('an event with half of a surrogate pair has a leaf too', () => {
  const leaves = ['\ud800', '\ud801', '\ufffd'].map((name) => leafOf(event({ name })));
  expect(new Set(leaves).size).toBe(3);
  expect(leaves[0]).toContain('"data":"{\\"name\\":\\"\\\\ud800\\"}"');
});

test.each([
  ['a usual one', { lines: [{ name: 'Плов', price: 48_000, cost: 19_500.5 }], table_id: null, is_paid: false }],
  ['one whose members stand in order', { lines: [{ name: 'Плов', price: 48_000 }], note: '\\ud800', table_id: null }],
  ['one with half of a surrogate pair', { name: '\ud800' }],
  ['one that is long', { text: 'я'.repeat(100_000) }],
])('the hash of an event, %s, is that of its leaf', (_, data) => {
  expect(leafHashOf(event(data))).toEqual(leafHash(leafOf(event(data))));
});
