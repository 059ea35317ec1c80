import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createAppendPipelines } from '../../../src/event-store/eventstoredb/appending/append-pipelines.ts';
import type { Connection } from '../../../src/event-store/eventstoredb/connection/connection.ts';

/** A connection that notes what is written to each call, and answers nothing. */
const recording = () => {
  const calls: Buffer[][] = [];
  const connection = {
    batchAppend: (_parse: unknown, work: (call: unknown) => Promise<unknown>) => {
      const written: Buffer[] = [];
      calls.push(written);
      return work(
        Object.assign(new EventEmitter(), { write: (message: Buffer) => written.push(message), end: () => {} }),
      );
    },
  };
  return { calls, connection: connection as unknown as Connection };
};

const STREAMS = Array.from({ length: 40 }, (_, index) => `order-${1_000 + index}`);
const idOf = (stream: string, number: number) => `${stream.slice(-4)}0000-0000-4000-8000-00000000${1_000 + number}`;

test('appends of one stream all go over the same call, in their order; those of all streams share several', async () => {
  const { calls, connection } = recording();
  const pipelines = createAppendPipelines(connection, 60_000);
  for (let number = 0; number < 10; number++) {
    for (const stream of STREAMS) {
      const event = { id: idOf(stream, number), type: 'OrderAccepted', data: '{}', metadata: '{}' };
      pipelines.append({ stream, expected: 'any', events: [event] }).catch(() => {});
    }
  }
  for (const stream of STREAMS) {
    const carrying = calls.filter((written) => written.some((message) => message.includes(stream)));
    expect(carrying).toHaveLength(1);
    const own = carrying[0]!.filter((message) => message.includes(stream));
    expect(own.map((message, number) => message.includes(idOf(stream, number)))).toEqual(Array(10).fill(true));
  }
  expect(calls).toHaveLength(8);
});
