import type { Response } from 'express';

/** The number of the turn of the event loop. It counts while there are requests. */
let turn = 0;
let isCounted = false;
let leaving: { readonly res: Pick<Response, 'end'>; readonly body: string | Buffer }[] = [];

/** The current turn of the event loop. A request remembers the turn in which it came. */
export const currentTurn = (): number => {
  if (!isCounted) setImmediate(endTurn);
  isCounted = true;
  return turn;
};

/**
 * Ends an answer. Answers made in the turn in which their requests came leave together at the end of that turn. Under
 * load these are many: a client (or proxy) that is woken for the first finds the others, and waking it for each would
 * cost as much as writing it. An answer that had to wait, as for the event log, leaves at once: such answers come in
 * groups anyway, and clients may use the first while the next is written.
 */
export const endInTurn = (res: Pick<Response, 'end'>, body: string | Buffer, cameIn: number): void => {
  if (cameIn === turn) leaving.push({ res, body });
  else res.end(body);
};

const endTurn = (): void => {
  turn++;
  isCounted = false;
  const ready = leaving;
  leaving = [];
  for (const { res, body } of ready) res.end(body);
};

/** With fewer requests under way, one would only wait for others that never come. */
const MANY = 8;

/**
 * Handles requests with a body in batches: those whose bodies have come in the same turn of the event loop wait for its end,
 * and are then handled right after each other. Each step finds its code and data in the processor's caches: with 64 callers
 * an order takes a tenth less processor time.
 */
export interface RequestBatches {
  /** Counts the request as under way while it is worked on. */
  count<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves at the end of the turn; undefined: there are few requests, and no wait. */
  gathered(): Promise<void> | undefined;
}

export const createRequestBatches = (): RequestBatches => {
  let underWay = 0;
  let end: Promise<void> | undefined;

  const endOfTurn = (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(() => {
        end = undefined;
        resolve();
      });
    });

  return {
    count: async (work) => {
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
      }
    },
    gathered: () => {
      if (underWay < MANY) return undefined;
      end ??= endOfTurn();
      return end;
    },
  };
};
