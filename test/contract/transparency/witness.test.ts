// A database of its own: it sets the size of its tree by hand.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createWitness } from '../../../src/processes/transparency/witness.ts';
import { createCheckpoints } from '../../../src/transparency/checkpoints.ts';
import { createClock, MINUTE } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';

const setUp = async () => {
  const database = await createTestDatabase();
  const { pool } = database;
  const clock = createClock();
  const warned: unknown[] = [];
  const log = { ...pino({ level: 'silent' }), warn: (details: unknown) => void warned.push(details) };
  const taken: string[] = [];
  let answers = 200;
  const server = createServer(async (request, response) => {
    let note = '';
    for await (const chunk of request) note += chunk;
    taken.push(note);
    response.writeHead(answers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`;
  const witness = createWitness({ url, pool, log });
  witness.begin?.(() => true);
  onTestFinished(async () => {
    await witness.end?.();
    server.close();
    await database.drop();
  });
  const seed = Buffer.alloc(32).toString('base64');
  const checkpoints = createCheckpoints({ pool, seed, hasWitness: true, clock: clock.read, log });
  /** A checkpoint of so many events. */
  const sign = async (size: number): Promise<string> => {
    await pool.query('update app.tree_head set size = $1', [size]);
    return (await checkpoints.make()).note;
  };
  const tick = () => witness.tick(new Date(clock.read()));
  const answerWith = (status: number) => {
    answers = status;
  };
  const left = async () => (await pool.query('select size, attempts from app.tree_witness_calls order by size')).rows;
  return { clock, warned, taken, sign, tick, answerWith, left, server, checkpoints };
};

test('the witness gets each checkpoint once, as the signed note', async () => {
  const { taken, sign, tick, left, checkpoints } = await setUp();
  const notes = [await sign(1), await sign(2)];
  await checkpoints.make();
  await tick();
  await tick();
  expect(taken).toEqual(notes);
  expect(await left()).toEqual([]);
});

test('a witness that fails is asked again later, once in a tick, and in the end no more', async () => {
  const { clock, warned, taken, sign, tick, answerWith, left } = await setUp();
  answerWith(500);
  const first = await sign(1);
  await sign(2);
  await tick();
  expect(taken).toEqual([first]);
  expect(await left()).toEqual([
    { size: 1, attempts: 1 },
    { size: 2, attempts: 0 },
  ]);
  for (let round = 0; round < 12; round++) {
    clock.move(120 * MINUTE);
    await tick();
  }
  expect(taken).toHaveLength(10);
  expect(await left()).toEqual([]);
  expect(warned).toHaveLength(10);
  expect(warned.at(-1)).toMatchObject({ size: 2, attempt: 5, status_code: 500 });
});

test('what a witness missed it gets when it is there again', async () => {
  const { clock, taken, sign, tick, answerWith, left } = await setUp();
  answerWith(503);
  const note = await sign(7);
  await tick();
  answerWith(204);
  await tick();
  expect(taken).toHaveLength(1);
  clock.move(MINUTE);
  await tick();
  expect(taken).toEqual([note, note]);
  expect(await left()).toEqual([]);
});

test('a witness that is away makes no error', async () => {
  const { sign, tick, left, server } = await setUp();
  server.close();
  await sign(1);
  await tick();
  expect(await left()).toEqual([{ size: 1, attempts: 1 }]);
});
