import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { expect, it } from 'vitest';
import { UnreadBytes } from '../../../../src/api/http/readers/unread-bytes.ts';

const answer = (key_id: string, brand_id: string) => {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  const res = Object.assign(new EventEmitter(), {
    locals: { key: { key_id, brand_id } },
    closed: false,
    req: { socket },
  });
  return { socket, res: res as unknown as EventEmitter & Response };
};

it('bytes are counted by key, by brand and in all; the first answer always has room', () => {
  const unread = new UnreadBytes({ perKey: 100, perBrand: 150, total: 200 });
  const hold = (key: string, brand: string, bytes: number) => unread.accountOf(answer(key, brand).res).hold(bytes);
  expect(hold('a', 'one', 101)).toBe(true);
  expect(hold('a', 'one', 1)).toBe(false);
  expect(hold('b', 'one', 49)).toBe(true);
  expect(hold('c', 'one', 1)).toBe(false);
  expect(hold('d', 'two', 50)).toBe(true);
  expect(hold('e', 'two', 1)).toBe(false);
  expect(unread.total).toBe(200);
});

it('what was held is given back when it is taken, when the answer is over, and when its connection has gone', () => {
  const unread = new UnreadBytes({ perKey: 100 });
  const [first, second] = [answer('a', 'one'), answer('a', 'one')];
  const account = unread.accountOf(first.res);
  expect(account.hold(60)).toBe(true);
  account.release(50);
  expect(unread.accountOf(second.res).hold(90)).toBe(true);
  expect(() => account.mustHold(1)).toThrow('answers_unread');
  first.res.emit('close');
  expect(unread.total).toBe(90);
  expect(account.hold(1)).toBe(false);
  // An answer that waits for others on its connection is not told itself.
  second.socket.emit('close');
  expect(unread.total).toBe(0);
});
