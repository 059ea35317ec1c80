import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answering } from './broken-requests.ts';
import { HttpError } from './errors.ts';

/** Requests of one connection that wait behind the one that is being answered. Programs that do not wait send a few. */
const MOST_BEHIND = 64;
const RETRY_AFTER_S = 1;
/** So many more requests may come before the client reads that it was refused. Then the connection is cut. */
const MOST_DROPPED = 1_000;

/**
 * Bounds what one connection asks at once. A client may send its next request before it has the answer to the last one
 * (pipelining), and Node hands us all that has come: one connection could make us work on tens of thousands of requests
 * before any other connection has its turn.
 */
export interface PipelineBound {
  /** What the request is to be refused with. Undefined: it may be carried out. */
  refusalOf(res: ServerResponse): HttpError | undefined;
  /** A request came after a refusal, and is dropped. */
  drop(socket: Socket): void;
}

export const createPipelineBound = (mostBehind = MOST_BEHIND, mostDropped = MOST_DROPPED): PipelineBound => {
  const behind = new WeakMap<Socket, number>();
  const dropped = new WeakMap<Socket, number>();
  return {
    refusalOf: (res) => {
      const { socket } = res.req;
      if (answering(socket) === res) return undefined;
      const count = (behind.get(socket) ?? 0) + 1;
      if (count > mostBehind) return new HttpError(429, 'rate_limited', { retry_after: RETRY_AFTER_S }, RETRY_AFTER_S);
      behind.set(socket, count);
      res.once('close', () => {
        behind.set(socket, behind.get(socket)! - 1);
      });
      return undefined;
    },
    drop: (socket) => {
      const count = (dropped.get(socket) ?? 0) + 1;
      dropped.set(socket, count);
      if (count === mostDropped) socket.destroy();
    },
  };
};
