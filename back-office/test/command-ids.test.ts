import { expect, test, vi } from 'vitest';
import { createCommandIds } from '../src/reading/command-ids.ts';

const EXPENSE = { amount: 10_000, note: 'ice' };

/** What was sent, each time with the answer that it gets. */
const sender = () => {
  const sent: string[] = [];
  const ids = createCommandIds((error) => error === 'no answer');
  const give = (answer: string, fields: object = EXPENSE) =>
    ids
      .give('MoveMoney', fields, async (id) => {
        sent.push(id);
        if (answer !== 'done') throw answer;
      })
      .catch(() => {});
  /** How many commands those were for the server. */
  return { ids, give, count: () => new Set(sent).size };
};

test('what was sent without an answer and is sent again is one command', async () => {
  const { give, count } = sender();
  for (const answer of ['no answer', 'no answer', 'done']) await give(answer);
  expect(count()).toBe(1);
  await give('done');
  expect(count()).toBe(2);
});

test('what was refused, what follows something else, and what is typed anew in another form is another command', async () => {
  const { give, count, ids } = sender();
  await give('refused');
  await give('no answer');
  await give('done', { ...EXPENSE, amount: 20_000 });
  await give('no answer');
  expect(count()).toBe(4);
  ids.forget();
  await give('done');
  expect(count()).toBe(5);
});

test('who comes back after minutes may mean it anew', async () => {
  vi.useFakeTimers();
  const { give, count } = sender();
  await give('no answer');
  vi.advanceTimersByTime(180_000);
  await give('done');
  expect(count()).toBe(2);
  vi.useRealTimers();
});
