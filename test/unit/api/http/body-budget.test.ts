import { expect, it, vi } from 'vitest';
import { createBodyBudget } from '../../../../src/api/http/body-budget.ts';

const KB = 1024;
const none = () => {};

it('the body budget leaves small bodies alone, however many', () => {
  const budget = createBodyBudget({ total: 100 * KB, perCaller: 100 * KB });
  for (let i = 0; i < 1_000; i++) expect(budget.roomFor('a').grow(64 * KB, none)).toBe(true);
});

it('the body budget gives a caller its share and all callers together the total, and takes it back', () => {
  const budget = createBodyBudget({ total: 500 * KB, perCaller: 300 * KB });
  const first = budget.roomFor('a');
  expect([first.grow(60 * KB, none), first.grow(60 * KB, none), first.grow(180 * KB, none)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(budget.roomFor('a').grow(65 * KB, none)).toBe(false);
  const second = budget.roomFor('b');
  expect([second.grow(200 * KB, none), second.grow(1, none)]).toEqual([true, false]);
  expect(budget.roomFor('c').grow(65 * KB, none)).toBe(false);
  first.release();
  first.release();
  expect(budget.roomFor('a').grow(300 * KB, none)).toBe(true);
  expect(second.grow(1, none)).toBe(false);
});

it('the body budget takes back what each body of a caller held, though others of the caller are still being read', () => {
  const budget = createBodyBudget({ total: 500 * KB, perCaller: 300 * KB });
  for (let turn = 0; turn < 3; turn++) {
    const [first, second] = [budget.roomFor('a'), budget.roomFor('a')];
    expect([first.grow(100 * KB, none), second.grow(100 * KB, none)]).toEqual([true, true]);
    first.release();
    second.release();
  }
  expect(budget.roomFor('a').grow(300 * KB, none)).toBe(true);
});

it('the body budget takes the room of bodies that come too slowly, the oldest first, when others need it', () => {
  const time = { now: 0 };
  const budget = createBodyBudget({ total: 300 * KB, perCaller: 200 * KB, now: () => time.now });
  const begin = (caller: string, bytes: number) => {
    const giveWay = vi.fn();
    const room = budget.roomFor(caller);
    return { room, giveWay, fits: room.grow(bytes, giveWay) };
  };
  const whole = begin('a', 100 * KB);
  whole.room.keep();
  const [first, second] = [begin('b', 100 * KB), begin('c', 100 * KB)];
  time.now = 4_999;
  expect(begin('d', 100 * KB).fits).toBe(false);
  time.now = 5_000;
  const third = begin('d', 100 * KB);
  expect(third.fits).toBe(true);
  expect(first.giveWay).toHaveBeenCalledOnce();
  // What has its room a short time, and what is there as a whole, stays.
  expect([begin('e', 100 * KB).fits, begin('f', 100 * KB).fits]).toEqual([true, false]);
  expect(second.giveWay).toHaveBeenCalledOnce();
  for (const each of [whole, third]) expect(each.giveWay).not.toHaveBeenCalled();
});
