import { z } from 'zod';
import { orderDecider } from '../../../domain/orders/decide.ts';
import type { OrderLine } from '../../../domain/orders/events.ts';
import { type Order, placedOrder } from '../../../domain/orders/state.ts';
import { foldingOf } from '../../../projections/as-of/fold-history.ts';
import type { Language } from '../../http/messages/languages.ts';
import { queryId } from '../../http/query.ts';
import { contractOrderSchema, lineSchema, viewContractOrder, viewItem } from '../../orders/order-view.ts';
import { defineEntity } from '../entity.ts';
import { streamPages } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

const taken = z.literal(true).optional().describe('The price is the till’s own');
const auditedLine = lineSchema.extend({ taken_from_till: taken });

/** The contract's order, and which prices are the till's own. Audits show times and payments as events. */
const auditedOrder = contractOrderSchema.extend({
  items: z.array(auditedLine.extend({ modifiers: z.array(auditedLine) })),
});

type AuditedOrder = z.infer<typeof auditedOrder>;

interface ShownItem {
  readonly comments: Order['personal']['line_comments'];
  readonly item: AuditedOrder['items'][number];
}

const shown = new WeakMap<OrderLine, ShownItem>();

/**
 * The view of an order, in which the item of a line that has not changed is the same object as before: what compares
 * hundreds of states of an order with hundreds of lines looks only into those that have changed.
 */
const viewInParts = (order: Order, language: Language): AuditedOrder => {
  const comments = order.personal.line_comments;
  const items = order.lines.map((line) => {
    const known = shown.get(line);
    if (known?.comments === comments) return known.item;
    const item = viewAudited(line, order);
    shown.set(line, { comments, item });
    return item;
  });
  return { ...viewContractOrder({ ...order, lines: [] }, language), items };
};

const viewAudited = (line: OrderLine, order: Order): AuditedOrder['items'][number] => {
  const { modifiers, ...item } = viewItem(line, order);
  const mark = ({ taken_from_till }: Pick<OrderLine, 'taken_from_till'>) => taken_from_till && { taken_from_till };
  return {
    ...item,
    ...mark(line),
    modifiers: modifiers.map((modifier, index) => ({ ...modifier, ...mark(line.modifiers[index]!) })),
  };
};

export const orderEntity = ({ store }: Pick<EntityDependencies, 'store'>) =>
  defineEntity({
    path: '/orders/:order_id',
    name: 'An order',
    historySummary: "All of an order's events",
    notFoundCode: 'order_not_found',
    params: z.object({ order_id: queryId() }),
    state: auditedOrder,
    read: ({ order_id }, _brandId, signal) => streamPages(store, `order-${order_id}`, signal),
    folding: foldingOf(orderDecider),
    view: (folded, { language }) => {
      const order = placedOrder(folded);
      return order && viewInParts(order, language);
    },
  });
