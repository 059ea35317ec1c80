import { z } from 'zod';
import { orderDecider } from '../../domain/orders/decide.ts';
import { placedOrder } from '../../domain/orders/state.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { queryId } from '../http/query.ts';
import type { Route } from '../http/route.ts';
import { orderSchema, viewOrder } from '../orders/order-view.ts';
import type { AuditLine } from './audit-lines.ts';
import { auditEntityRoutes } from './entity-routes.ts';
import { foldHistory } from './fold-history.ts';
import { readHistory } from './read-history.ts';

/** An order's history, and the order as of any moment. */
export const auditOrderRoutes = (store: EventStore, lineOf: AuditLine): Route[] =>
  auditEntityRoutes({
    lineOf,
    path: '/orders/:order_id',
    name: 'An order',
    historySummary: "All of an order's events",
    notFoundCode: 'order_not_found',
    params: z.object({ order_id: queryId() }),
    state: orderSchema,
    read: ({ order_id }, _brandId, signal) => readHistory(store, `order-${order_id}`, signal),
    stateOf: (events, _moment, { language }) => {
      const order = placedOrder(foldHistory(orderDecider, events));
      return order ? viewOrder(order, language) : null;
    },
  });
