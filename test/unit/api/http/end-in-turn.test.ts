import { expect, test } from 'vitest';
import { currentTurn, endInTurn } from '../../../../src/api/http/event-loop-turns.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const startRequests = () => {
  const ended: string[] = [];
  const res = { end: (body: string) => void ended.push(body) } as unknown as Parameters<typeof endInTurn>[0];
  return { ended, res };
};

test('answers made in the turn of their requests leave at its end, in order', async () => {
  const { ended, res } = startRequests();
  const came = [currentTurn(), currentTurn()];
  endInTurn(res, 'one', came[0]!);
  await Promise.resolve();
  endInTurn(res, 'two', came[1]!);
  expect(ended).toEqual([]);
  await nextTurn();
  expect(ended).toEqual(['one', 'two']);
});

test('an answer that had to wait leaves at once, whether other requests have come meanwhile or not', async () => {
  const { ended, res } = startRequests();
  const waiting = currentTurn();
  await nextTurn();
  endInTurn(res, 'late', waiting);
  expect(ended).toEqual(['late']);
  endInTurn(res, 'of this turn', currentTurn());
  endInTurn(res, 'later', waiting);
  expect(ended).toEqual(['late', 'later']);
  await nextTurn();
  expect(ended).toEqual(['late', 'later', 'of this turn']);
});
