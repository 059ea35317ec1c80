import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readInTurns } from '../../../src/database/read-in-turns.ts';

const KB = 1024;

/** A socket whose system has so much for it, and hands it over in one turn until it is paused. */
const openSocket = (pieces: number, size: number) => {
  let left = pieces;
  let paused = false;
  const socket = Object.assign(new EventEmitter(), {
    /** How many pieces were handed over, by turn. */
    turns: [] as number[],
    isPaused: () => paused,
    pause: () => {
      paused = true;
      return socket;
    },
    resume: () => {
      paused = false;
      handOver();
      return socket;
    },
  });
  const handOver = (): void => {
    const before = left;
    while (left > 0 && !paused) {
      left -= 1;
      socket.emit('data', Buffer.alloc(size));
    }
    socket.turns.push(before - left);
  };
  return { socket: socket as typeof socket & Parameters<typeof readInTurns>[0], handOver };
};

test('a long answer is taken in pieces of 64 kB, each in a turn of its own', async () => {
  for (const size of [64 * KB, 16 * KB]) {
    const { socket, handOver } = openSocket(32, size);
    readInTurns(socket);
    handOver();
    for (let turn = 0; turn < 40; turn++) await nextTurn();
    expect(socket.turns.reduce((sum, pieces) => sum + pieces)).toBe(32);
    expect(Math.max(...socket.turns) * size).toBe(64 * KB);
  }
});

test('answers of a few rows never wait', () => {
  const { socket, handOver } = openSocket(100, KB);
  readInTurns(socket);
  handOver();
  expect(socket.turns).toEqual([100]);
});

test('whoever has paused the socket resumes it', async () => {
  const { socket, handOver } = openSocket(3, 64 * KB);
  socket.once('data', () => socket.pause());
  readInTurns(socket);
  handOver();
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect(socket.turns).toEqual([1]);
  socket.resume();
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect(socket.turns.filter((pieces) => pieces > 0)).toEqual([1, 1, 1]);
});
