import { ORDER_STATUSES } from '../../../src/domain/orders/status.ts';
import { RESERVATION_STATUSES } from '../../../src/domain/reservations/status.ts';
import type { Entry } from '../history.ts';
import type { Rule, Violation } from './evidence.ts';

interface Seen {
  readonly entry: Entry;
  readonly status: string;
  readonly rank: number;
}

/**
 * What was seen of an order or a reservation is never older than what an answer showed before the request was made, by
 * whichever client and at whichever app. Answers about one of them, and lists of many, are two views: a list may come later.
 * The change feed shows what the list of reservations shows.
 */
export const readsNeverGoBack: Rule = ({ history }) => {
  const views = new Map<string, Seen[]>();
  const note = (view: string, statuses: readonly string[], status: string | undefined, entry: Entry): void => {
    if (status === undefined) return;
    const seen = { entry, status, rank: statuses.indexOf(status) };
    const before = views.get(view);
    if (before) before.push(seen);
    else views.set(view, [seen]);
  };
  for (const entry of history) {
    const { order_id, order_status, reservation_id, reservation_status, listed = [], listed_reservations = [] } = entry;
    note(`order ${order_id}`, ORDER_STATUSES, order_status, entry);
    note(`reservation ${reservation_id}`, RESERVATION_STATUSES, reservation_status, entry);
    for (const [id, status] of listed) note(`order ${id} in the list`, ORDER_STATUSES, status, entry);
    for (const [id, status] of listed_reservations) {
      note(`reservation ${id} in the list`, RESERVATION_STATUSES, status, entry);
    }
  }
  return [...[...views].flatMap(([view, seen]) => goingBack(view, seen)), ...vanished(history)];
};

const goingBack = (what: string, seen: readonly Seen[]): Violation[] => {
  const byEnd = seen.toSorted((a, b) => a.entry.endedAt - b.entry.endedAt);
  const byStart = seen.toSorted((a, b) => a.entry.invokedAt - b.entry.invokedAt);
  const violations: Violation[] = [];
  let newest: Seen | undefined;
  let next = 0;
  for (const read of byStart) {
    for (; byEnd[next] && byEnd[next]!.entry.endedAt < read.entry.invokedAt; next++) {
      if (!newest || byEnd[next]!.rank > newest.rank) newest = byEnd[next]!;
    }
    if (!newest || read.rank >= newest.rank) continue;
    const story = `${what} went from ${newest.status} back to ${read.status}`;
    violations.push({ rule: 'reads never go back', what: story, entries: [newest.entry, read.entry] });
  }
  return violations;
};

const BY_ID: ReadonlySet<Entry['kind']> = new Set(['read', 'cancel', 'readBooking', 'cancelBooking']);

/** A client that asks by id was told of it before. */
const vanished = (history: readonly Entry[]): Violation[] =>
  history
    .filter(({ kind, status }) => BY_ID.has(kind) && status === 404)
    .map((entry) => {
      const { order_id, reservation_id } = entry;
      const what = order_id === undefined ? `reservation ${reservation_id}` : `order ${order_id}`;
      return { rule: 'reads never go back', what: `${what} is not found`, entries: [entry] };
    });
