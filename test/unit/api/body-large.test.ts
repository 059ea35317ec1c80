import { PassThrough } from 'node:stream';
import type { Request } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLargeBodies } from '../../../src/api/http/body-large.ts';
import { bodyTextOf } from '../../../src/api/http/body-text.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const ALONE_MS = 5_000;

const createReader = () => {
  const bodies = createLargeBodies({ aloneMs: ALONE_MS });
  const read = (caller: string, req: PassThrough) =>
    bodies.read(caller, {
      req: req as unknown as Request,
      begun: [],
      text: bodyTextOf('application/json'),
      limit: 1_000,
      count: () => {},
    });
  return { read, begin: (caller: string) => read(caller, new PassThrough()) };
};

const tryAgain = { status: 503, retryAfter: 5 };

test('a body that comes slowly gives up its turn once another waits', async () => {
  const { read } = createReader();
  const slow = new PassThrough();
  slow.write('"slow');
  const given = expect(read('a', slow)).rejects.toMatchObject(tryAgain);
  // As long as it has no other caller in its way, it may take its time.
  await vi.advanceTimersByTimeAsync(10 * ALONE_MS);
  const next = new PassThrough();
  next.end('"next"');
  expect(await read('b', next)).toBe('"next"');
  await given;
});

test('a body has its turn for some seconds, even if others wait', async () => {
  const { read } = createReader();
  const [slow, quick] = [new PassThrough(), new PassThrough()];
  const first = read('a', slow);
  const second = read('b', quick);
  await vi.advanceTimersByTimeAsync(ALONE_MS - 1);
  slow.end('"in time"');
  expect(await first).toBe('"in time"');
  const last = expect(read('c', new PassThrough().end('"last"'))).resolves.toBe('"last"');
  const given = expect(second).rejects.toMatchObject(tryAgain);
  await vi.advanceTimersByTimeAsync(ALONE_MS);
  await Promise.all([given, last]);
});

test('few large bodies wait, because each that does may hold megabytes', async () => {
  const { begin } = createReader();
  for (let i = 0; i < 8; i++) void begin(`caller ${i}`).catch(() => {});
  await expect(begin('one more')).rejects.toMatchObject(tryAgain);
});

test('a body whose client left while it waited leaves its turn at once', async () => {
  const { read } = createReader();
  const [first, gone] = [new PassThrough(), new PassThrough()];
  const done = read('a', first);
  const left = expect(read('b', gone)).rejects.toMatchObject({ status: 400 });
  gone.destroy();
  await vi.advanceTimersByTimeAsync(0);
  first.end('1');
  expect(await done).toBe('1');
  await left;
});
