import { expect, it } from 'vitest';
import { createReportSlots } from '../../../../src/projections/reports/report-slots.ts';
import type { Weight } from '../../../../src/projections/reports/weight.ts';
import { createWorkBudget, TooMuchWork } from '../../../../src/projections/reports/work-budget.ts';

/** Reports that end when they are told to. */
const startReports = () => {
  const slots = createReportSlots({ all: 4, heavy: 2, perBrand: 2 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = () => new Promise(setImmediate);
  const ask = (name: string, brandId: string, weight: Weight, signal = new AbortController().signal) =>
    slots.run(
      { brandId, weight },
      () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        }),
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)!();
    await begin();
  };
  return { begun, ask, end, begin };
};

it('heavy reports of other brands never make a light one wait', async () => {
  const { begun, ask, begin } = startReports();
  for (let index = 0; index < 10; index++) {
    void ask(`a${index}`, 'a', 'heavy');
    void ask(`b${index}`, 'b', 'heavy');
  }
  await begin();
  expect(begun).toHaveLength(2);
  void ask('light', 'c', 'light');
  await begin();
  expect(begun.at(-1)).toBe('light');
});

it('heavy reports of several brands go in turn, however many one brand has asked for', async () => {
  const { begun, ask, end, begin } = startReports();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 'a', 'heavy');
  void ask('b1', 'b', 'heavy');
  await begin();
  expect(begun).toEqual(['a1', 'a2']);
  await end('a1');
  expect(begun.at(-1)).toBe('b1');
  await end('a2');
  expect(begun.at(-1)).toBe('a3');
});

it('a brand has two of a weight at once, and a report whose caller has left does not begin', async () => {
  const { begun, ask, end, begin } = startReports();
  const leaving = new AbortController();
  void ask('one', 'a', 'light');
  void ask('two', 'a', 'light');
  const left = ask('left', 'a', 'light', leaving.signal);
  void ask('three', 'a', 'light');
  await begin();
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await end('one');
  expect(begun).toEqual(['one', 'two', 'three']);
});

it('a brand that has used up its time waits until enough of it came back, and no other brand does', () => {
  let now = 0;
  const budget = createWorkBudget(60_000, () => now);
  budget.use('a', 59_000);
  budget.require('a');
  budget.use('a', 11_000);
  expect(() => budget.require('a')).toThrow(TooMuchWork);
  expect(() => budget.require('a')).toThrow(expect.objectContaining({ retryAfter: 11 }));
  budget.require('b');
  now = 10_001;
  budget.require('a');
});

it('brands that always have heavy reports waiting do not keep out one that comes later', async () => {
  const { begun, ask, end, begin } = startReports();
  for (const brand of ['a', 'b', 'c']) {
    for (let index = 1; index <= 10; index++) void ask(`${brand}${index}`, brand, 'heavy');
  }
  await begin();
  for (let index = 0; index < 10; index++) await end(begun[index]!);
  for (const brand of ['a', 'b', 'c']) expect(begun.filter((name) => name.startsWith(brand)).length).toBeGreaterThan(2);
});
