import type { Socket } from 'node:net';
import type { Response } from 'express';

const ofSockets = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `then` once: when the answer is over, or when its connection has gone. Node does not tell an answer that waits for
 * others on its connection that the connection has gone.
 */
export const onceOver = (res: Response, then: () => void): void => {
  const { socket } = res.req;
  if (res.closed || socket.destroyed) {
    then();
    return;
  }
  let waiting = ofSockets.get(socket);
  if (!waiting) {
    const all = new Set<() => void>();
    ofSockets.set(socket, all);
    socket.once('close', () => {
      for (const one of all) one();
    });
    waiting = all;
  }
  const ofAnswer = waiting;
  const over = (): void => {
    if (ofAnswer.delete(over)) then();
  };
  ofAnswer.add(over);
  res.once('close', over);
};
