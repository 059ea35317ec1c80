import type { Response } from 'express';

/** The turn of the event loop; counted from one request to the next, and not while there are none. */
let turn = 0;
let isCounted = false;
let leaving: { readonly res: Pick<Response, 'end'>; readonly body: string | Buffer }[] = [];

/** The turn of the event loop that is on, to be remembered with a request that comes in it. */
export const currentTurn = (): number => {
  if (!isCounted) setImmediate(endTurn);
  isCounted = true;
  return turn;
};

/**
 * Ends an answer. Those made in the turn in which their requests came leave together at its end: under load these are many,
 * and a client (or proxy) that is woken for the first finds the others there, while to wake it for each costs as much as to
 * write it. What had to wait, as for the event log, leaves at once: it comes in company as it is, and clients may go on
 * with the first while the next is written.
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
