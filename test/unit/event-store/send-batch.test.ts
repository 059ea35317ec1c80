import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { sendBatch } from '../../../src/event-store/postgres/append-batch.ts';
import { type PendingAppend, renderAppend } from '../../../src/event-store/postgres/pending-append.ts';
import { newEvents, uniqueStream } from '../../contract/event-store/fixtures.ts';

const beginning = (): PendingAppend => ({
  ...renderAppend(uniqueStream(), 'no_stream', newEvents(1)),
  conditions: { unchanged: { stream: uniqueStream('point'), revision: 0 }, claim: null },
});

/** What goes each of the ways that a batch can take. */
const BATCHES = {
  alone: () => [beginning()],
  beginnings: () => [beginning(), beginning()],
  many: () => [renderAppend(uniqueStream(), 'any', newEvents(2))],
} satisfies Record<string, () => PendingAppend[]>;
const WAYS = Object.keys(BATCHES) as (keyof typeof BATCHES)[];

/** A server that has appended one batch after the other, and whose answers come all at once. */
const answeringAtOnce = () => {
  const asked: { resolve: (answer: { rows: unknown[] }) => void; row: object }[] = [];
  const client = {
    query: () => {
      const { promise, resolve } = Promise.withResolvers<{ rows: unknown[] }>();
      const row = { append_number: 1, revision_before: '-1', head_before: `${asked.length * 10}`, recorded: 'now' };
      asked.push({ resolve, row });
      return promise;
    },
  };
  // Of a client, only queries are needed here.
  return {
    client: client as unknown as pg.Client,
    answer: () => {
      for (const { resolve, row } of asked) resolve({ rows: [row] });
    },
    asked,
  };
};

test.each(WAYS.flatMap((first) => WAYS.map((second) => ({ first, second }))))(
  'batches whose answers come at once land in the order in which they were sent: $first, then $second',
  async ({ first, second }) => {
    const { client, asked, answer } = answeringAtOnce();
    const landed: number[] = [];
    const sent = [first, second].map((way) =>
      sendBatch(client, BATCHES[way](), ({ headBefore }) => landed.push(headBefore)),
    );
    await vi.waitUntil(() => asked.length === 2);
    answer();
    await Promise.all(sent);
    expect(landed).toEqual([0, 10]);
  },
);

test.each(WAYS)('a batch with a key that is taken is sent once more by log.append_if: %s', async (way) => {
  let asked = 0;
  const query = async () => {
    asked += 1;
    throw Object.assign(new pg.DatabaseError('taken', 0, 'error'), { code: '23505' });
  };
  const sent = sendBatch({ query } as unknown as pg.Client, BATCHES[way](), () => {});
  await expect(sent).rejects.toThrow('taken');
  expect(asked).toBe(way === 'many' ? 1 : 2);
});
