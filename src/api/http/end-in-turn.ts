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
