import { expect, test } from 'vitest';
import { createProgress } from '../../../src/cli/progress.ts';
import { type Handed, openHands } from '../../../src/demo/history/hands.ts';
import { createNamedIds } from '../../../src/demo/history/named-ids.ts';
import { diceOf } from '../../../src/demo/history/random.ts';
import { createTimeMachine } from '../../../src/demo/history/time-machine.ts';

test('dice fall alike for the same name, and evenly', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((name) => {
    const dice = diceOf(name);
    return Array.from({ length: 6_000 }, () => dice.between(1, 6));
  });
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
  for (let face = 1; face <= 6; face++) {
    expect(Math.abs(one!.filter((value) => value === face).length - 1_000)).toBeLessThan(120);
  }
  const dice = diceOf('weights');
  const picked = Array.from({ length: 1_000 }, () =>
    dice.weighted<'often' | 'seldom' | 'never'>({ often: 9, seldom: 1 }),
  );
  expect(picked.filter((it) => it === 'often').length).toBeGreaterThan(850);
  expect(picked).not.toContain('never');
});

test('work at a time of its own keeps it, whatever else is under way', async () => {
  const time = createTimeMachine(1);
  const told = (at: number) =>
    time.at(at, async () => {
      const first = time.now();
      await new Promise(setImmediate);
      return [first, time.now()];
    });
  const both = Promise.all([told(10), told(20)]);
  time.set(2);
  expect(await both).toEqual([
    [10, 10],
    [20, 20],
  ]);
  expect(time.now()).toBe(2);
});

test('progress is a bar on a terminal, and a line every tenth of the way in a log', () => {
  let now = 0;
  const show = (isTTY: boolean, before = 0): string[] => {
    const written: string[] = [];
    now = 0;
    const progress = createProgress({ isTTY, write: (text) => written.push(text) }, 'day', 40, () => now);
    if (before > 0) progress.show(before, 0);
    for (let day = before + 1; day <= 40; day++) {
      now += 500;
      progress.show(day, day * 1_000);
    }
    progress.end();
    return written;
  };
  const lines = show(false);
  expect(lines).toHaveLength(10);
  expect(lines[4]).toBe(
    '[###############...............]  50 %  day 20 of 40, 20000 events, 2000 a second, 10 s left\n',
  );
  const rest = show(false, 20);
  expect(rest).toHaveLength(6);
  expect(rest[2]).toMatch(/^\[#+\.+\] {2}70 % {2}day 28 of 40, 28000 events, 7000 a second, 6 s left/);
  const bar = show(true);
  expect(bar).toHaveLength(41);
  expect(bar[0]).toMatch(/^\r\[#\.+\] {3}2 %/);
  expect(bar.at(-1)).toBe('\n');
});

test('UUIDs of work that has a name follow from it, and are random elsewhere', async () => {
  const ask = async (...names: string[]) => {
    const ids = createNamedIds();
    const two = async () => {
      const first = ids.next();
      await new Promise(setImmediate);
      return [first, ids.next()];
    };
    const named = await Promise.all(names.map((name) => ids.under(name, two)));
    return { named, random: ids.next() };
  };
  const { named, random } = await ask('one', 'other');
  expect(new Set([...named.flat(), random]).size).toBe(5);
  const again = await ask('other', 'one');
  expect(again.named).toEqual(named.toReversed());
  expect(again.random).not.toBe(random);
});

test('who is refused tells of which point, day and guest, and of what', async () => {
  const refuse = async () => {
    throw new Error('order_below_zone_minimum');
  };
  const handed = {
    keys: { byHash: async () => ({ brand_id: 'brand', key_id: 'key' }) },
    bus: { execute: refuse },
    findOrder: refuse,
    partners: { orders: {}, reservations: {}, attendance: {} },
  } as unknown as Handed;
  const hands = await openHands(handed, createNamedIds(), 'seed');
  const name = 'amir_temur/2026-08-27/12/PlaceOrder';
  await expect(hands.command(name, 'OpenCheque', {})).rejects.toThrow(`${name} was refused: order_below_zone_minimum`);
  await expect(hands.cancel(name, 1)).rejects.toThrow(`${name} was refused: order_below_zone_minimum`);
  await expect(hands.place(name, {})).rejects.toThrow(`${name} was refused: field_required`);
});
