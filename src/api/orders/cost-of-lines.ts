import { isRecord } from '../../domain/is-record.ts';

/** So many lines cost about as much as a request. A cheque seldom has as many. */
export const LINES_A_POINT = 50;

/**
 * What the lines of a cart cost beyond its request: a point for each 50, modifiers among them. `body`: of an order, or of a command
 * that brings items. Anything else costs nothing.
 */
export const pointsForLines = (body: unknown): number => {
  if (!isRecord(body) || !Array.isArray(body.items)) return 0;
  let lines = body.items.length;
  for (const item of body.items) if (isRecord(item) && Array.isArray(item.modifiers)) lines += item.modifiers.length;
  return Math.floor(lines / LINES_A_POINT);
};
