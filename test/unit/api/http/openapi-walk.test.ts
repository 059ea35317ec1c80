import { expect, test } from 'vitest';
import { mapNodes, type Node } from '../../../../src/api/http/openapi/walk.ts';

const wrapped = (node: Node): Node => ('type' in node ? { wraps: node } : node);

test('each object is mapped after those within it, but not what an example holds', () => {
  const value = { list: [{ type: 'a', of: { type: 'b' } }], example: { type: 'c' } };
  expect(mapNodes(value, wrapped)).toEqual({
    list: [{ wraps: { type: 'a', of: { wraps: { type: 'b' } } } }],
    example: { type: 'c' },
  });
});

test('what a map leaves as it is is not copied', () => {
  const value = { kept: { deep: [{ some: 1 }] }, changed: { type: 'a' } };
  const mapped = mapNodes(value, wrapped);
  expect(mapNodes(value.kept, wrapped)).toBe(value.kept);
  expect(mapped.kept).toBe(value.kept);
  expect(Object.keys(mapped)).toEqual(['kept', 'changed']);
  expect(value).toEqual({ kept: { deep: [{ some: 1 }] }, changed: { type: 'a' } });
});
