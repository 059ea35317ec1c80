import { ORDER_STATUSES, type OrderStatus } from '../../../src/domain/order/status.ts';
import type { Entry } from '../history.ts';
import type { Rule, Violation } from './evidence.ts';

interface Seen {
  readonly entry: Entry;
  readonly rank: number;
}

/**
 * What was seen of an order is never older than what an answer showed before the request was made, whoever asked and at
 * whichever app. Answers about one order, and the venue's list, are two views: a list may come later.
 */
export const readsNeverGoBack: Rule = ({ history }) => {
  const orders = new Map<number, Seen[]>();
  const lists = new Map<number, Seen[]>();
  for (const entry of history) {
    if (entry.order_id !== undefined && entry.order_status !== undefined) {
      note(orders, entry.order_id, entry.order_status, entry);
    }
    for (const [order_id, status] of entry.listed ?? []) note(lists, order_id, status, entry);
  }
  return [
    ...[...orders].flatMap(([id, seen]) => goingBack(`order ${id}`, seen)),
    ...[...lists].flatMap(([id, seen]) => goingBack(`order ${id} in the list`, seen)),
    ...vanished(history),
  ];
};

const note = (views: Map<number, Seen[]>, id: number, status: string, entry: Entry): void => {
  const seen = { entry, rank: ORDER_STATUSES.indexOf(status as OrderStatus) };
  const before = views.get(id);
  if (before) before.push(seen);
  else views.set(id, [seen]);
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
    const story = `${what} went from ${ORDER_STATUSES[newest.rank]} back to ${ORDER_STATUSES[read.rank]}`;
    violations.push({ rule: 'reads never go back', what: story, entries: [newest.entry, read.entry] });
  }
  return violations;
};

/** Who asks for an order by its id was told of it before. */
const vanished = (history: readonly Entry[]): Violation[] =>
  history
    .filter(({ kind, status }) => (kind === 'read' || kind === 'cancel') && status === 404)
    .map((entry) => ({ rule: 'reads never go back', what: `order ${entry.order_id} is not found`, entries: [entry] }));
