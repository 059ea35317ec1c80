import { expect, test } from 'vitest';
import { createProgress } from '../../../src/cli/demo-history/progress.ts';
import { diceOf } from '../../../src/cli/demo-history/random.ts';
import { createTimeMachine } from '../../../src/cli/demo-history/time-machine.ts';

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
  const show = (isTTY: boolean): string[] => {
    const written: string[] = [];
    now = 0;
    const progress = createProgress({ isTTY, write: (text) => written.push(text) }, 'day', 40, () => now);
    for (let day = 1; day <= 40; day++) {
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
  const bar = show(true);
  expect(bar).toHaveLength(41);
  expect(bar[0]).toMatch(/^\r\[#\.+\] {3}2 %/);
  expect(bar.at(-1)).toBe('\n');
});
