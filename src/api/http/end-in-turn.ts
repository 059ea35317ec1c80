import type { Response } from 'express';

let leaving: { readonly res: Response; readonly body: Buffer }[] = [];

/**
 * Ends an answer that was made beforehand together with the others of the same turn of the event loop. Under load these
 * are many, and a client (or proxy) that is woken for the first finds the others there: to wake it for each costs as much
 * as to write it. Answers to commands leave in company as it is: their events were recorded in one call.
 */
export const endInTurn = (res: Response, body: Buffer): void => {
  if (leaving.length === 0) setImmediate(endAll);
  leaving.push({ res, body });
};

const endAll = (): void => {
  const ready = leaving;
  leaving = [];
  for (const { res, body } of ready) res.end(body);
};
