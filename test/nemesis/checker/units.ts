import type { Evidence, LogEvent, Rule, Violation } from './evidence.ts';
import { type Hold, openLedger } from './unit-ledger.ts';

/** At no position of the log are more units held or ordered than there were, and none come back that were not out. */
export const noUnitOversold: Rule = ({ events }) => {
  const ledger = openLedger();
  return events.flatMap((event): Violation[] =>
    ledger.enter(event).map((what) => ({
      rule: 'no unit oversold',
      what: `${what} at position ${event.position}`,
      events: aboutSame(events, event),
    })),
  );
};

/** Once the repair of units had its time, every hold is of an order that exists. */
export const holdsHaveOrders: Rule = ({ events }) =>
  holdsWithoutOrder(events).map(({ hold_id, order_id }) => ({
    rule: 'holds have orders',
    what: `hold ${hold_id} of order ${order_id} is left`,
    events: events.filter(({ data }) => data.order_id === order_id),
  }));

/** Holds whose order was never placed on them, or was deleted. */
export const holdsWithoutOrder = (events: Evidence['events']): Hold[] => {
  const ledger = openLedger();
  for (const event of events) ledger.enter(event);
  return ledger.withoutOrder();
};

const aboutSame = (events: readonly LogEvent[], { position, data }: LogEvent): LogEvent[] =>
  events.filter((it) => it.position <= position && data.order_id !== undefined && it.data.order_id === data.order_id);
