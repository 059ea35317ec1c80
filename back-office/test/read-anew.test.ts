import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createLatest, readOnceMore } from '../src/reading/read-anew.ts';

test('an answer that comes in after a later one is not passed on', async () => {
  const ask = createLatest<number>();
  const answers: ((told: string) => void)[] = [];
  const later = () => new Promise<string>((answer) => answers.push(answer));
  const [one, other, ofElse] = [ask(1, later), ask(1, later), ask(2, later)];
  answers[1]!('cooking');
  answers[0]!('accepted');
  answers[2]!('packed');
  expect(await Promise.all([one, other, ofElse])).toEqual([undefined, 'cooking', 'packed']);
});

test('a slow reading is waited for, and one more follows it, however much changes meanwhile', async () => {
  const client = new QueryClient();
  const queryKey = ['board'];
  const readings: { readonly signal: AbortSignal; readonly answer: (told: string) => void }[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((answer) => readings.push({ signal, answer }));
  const unwatch = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  const changes = [readOnceMore(client, queryKey), readOnceMore(client, queryKey), readOnceMore(client, queryKey)];
  expect(readings.map(({ signal }) => signal.aborted)).toEqual([false]);
  readings[0]!.answer('before');
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  readings[1]!.answer('after');
  await Promise.all(changes);
  expect([client.getQueryData(queryKey), readings.length]).toEqual(['after', 2]);
  unwatch();
});
