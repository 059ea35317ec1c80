import { isRecord } from '../domain/is-record.ts';
import type { OwnChanges } from '../projections/reading/own-changes.ts';
import type { Waits } from '../projections/reading/waits.ts';
import type { RouteWaits } from './http/route-request.ts';

/** The read models that a board is made of. */
export const BOARD_FROM = ['orders', 'venue', 'stop_list', 'names'];

/** What points have set for products. */
const PRODUCTS_FROM = ['catalogue', 'stop_list', 'venue'];

/** The waits of routes, by their `readAfter` and `answerAfter`. */
export const createRouteWaits = (
  waits: Pick<Waits, 'shown' | 'caughtUp'>,
  ownChanges: Pick<OwnChanges, 'stopListShown'>,
): RouteWaits => ({
  beforeReading: async (readAfter, { query, body }) => {
    if (readAfter === 'board') return waits.caughtUp(BOARD_FROM);
    if (readAfter === 'products') return waits.caughtUp(PRODUCTS_FROM);
    if (readAfter !== 'stop-list') return waits.caughtUp([readAfter]);
    const asked = query ?? body;
    if (!isRecord(asked)) throw new Error('a route that waits for a stop-list names no point');
    await ownChanges.stopListShown(String(asked.point_id));
    return null;
  },
  beforeAnswering: (answerAfter, position) => waits.shown(position, answerAfter === 'all' ? undefined : [answerAfter]),
});
