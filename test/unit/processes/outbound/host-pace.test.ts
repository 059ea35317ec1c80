import { expect, test } from 'vitest';
import { createHostPace } from '../../../../src/processes/outbound/host-pace.ts';

test('fifty calls of a brand begin at a host in any second, and as many of another brand or at another host', () => {
  let now = 0;
  const pace = createHostPace(() => now);
  const begin = (times: number): number => {
    let begun = 0;
    for (; begun < times && pace.waitMs('brand', 'host') === 0; begun++) pace.note('brand', 'host');
    return begun;
  };
  expect(begin(30)).toBe(30);
  now = 400;
  expect(begin(100)).toBe(20);
  expect(pace.waitMs('brand', 'host')).toBe(600);
  expect(pace.waitMs('other', 'host')).toBe(0);
  expect(pace.waitMs('brand', 'other')).toBe(0);
  now = 1_000;
  expect(begin(100)).toBe(30);
  now = 1_399;
  expect(begin(100)).toBe(0);
  now = 1_400;
  expect(begin(100)).toBe(20);
});
