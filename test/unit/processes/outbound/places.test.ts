import { expect, test } from 'vitest';
import { createHostLimiter } from '../../../../src/processes/outbound/host-limiter.ts';
import { createPlaces } from '../../../../src/processes/outbound/places.ts';

const ANSWERED = { status_code: 200, failure: null };
const HUNG = { status_code: null, failure: 'timeout' };

test('callers wait for a place, and get it in turn', async () => {
  const places = createPlaces(createHostLimiter());
  const first = await Promise.all(Array.from({ length: 16 }, () => places.take('brand', 'host', 1_000)));
  expect(first.every((pass) => pass !== null)).toBe(true);
  const order: number[] = [];
  const later = [1, 2, 3].map(async (name) => {
    const pass = await places.take('brand', 'host', 1_000);
    order.push(name);
    return pass;
  });
  expect(order).toEqual([]);
  first[0]!.end(ANSWERED);
  // One place is free, and the answer has made room for one more.
  await Promise.all(later.slice(0, 2));
  expect(order).toEqual([1, 2]);
  first[1]!.end(null);
  await later[2];
  expect(order).toEqual([1, 2, 3]);
});

test('a caller that gets no place in time is told so, and leaves the queue', async () => {
  const places = createPlaces(createHostLimiter());
  const held = await Promise.all(Array.from({ length: 16 }, () => places.take('brand', 'host', 1_000)));
  expect(await places.take('brand', 'host', 1)).toBeNull();
  held[0]!.end(null);
  expect(await places.take('brand', 'host', 0)).not.toBeNull();
});

test('a host that lets every call hang delays no call to another host, and no other brand', async () => {
  const places = createPlaces(createHostLimiter());
  for (let call = 0; call < 4; call++) (await places.take('brand', 'host', 1_000))!.end(HUNG);
  const probe = await places.take('brand', 'host', 1_000);
  expect(probe).not.toBeNull();
  expect(await places.take('brand', 'host', 60_000)).toBeNull();
  expect(await places.take('other', 'host', 0)).not.toBeNull();
  probe!.end(ANSWERED);
  expect(await places.take('brand', 'host', 0)).not.toBeNull();
});
