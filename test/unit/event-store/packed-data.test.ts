import { expect, test } from 'vitest';
import { packData, unpackData } from '../../../src/event-store/packing/packed-data.ts';
import { packJson } from '../../../src/event-store/packing/packed-json.ts';

const json = '{"order_id":1,"lines":[{"name":"Плов \\"1\\"","price":3}],"note":null}';

test('data that were unpacked are packed to the same text, and so are their copies', () => {
  const data = unpackData(packJson(json)) as object;
  expect(JSON.stringify(data)).toBe(json);
  expect(packData(data)).toBe(packJson(json));
  expect(packData(structuredClone(data))).toBe(packJson(json));
});

test('changed copies of data that were unpacked are packed with their changes', () => {
  const data = unpackData(packJson(json)) as object;
  expect(packData({ ...data, lines: [] })).toBe(packJson('{"order_id":1,"lines":[],"note":null}'));
});

test('data that packPlain leaves alone are packed as JSON', () => {
  expect(packData({ closed_at: new Date(0) })).toBe(packJson('{"closed_at":"1970-01-01T00:00:00.000Z"}'));
});
