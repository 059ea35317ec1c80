import { z } from 'zod';
import { orderDecider } from '../../../domain/orders/decide.ts';
import { placedOrder } from '../../../domain/orders/state.ts';
import { queryId } from '../../http/query.ts';
import { orderSchema, viewOrder } from '../../orders/order-view.ts';
import { defineEntity } from '../entity.ts';
import { foldingOf } from '../fold-history.ts';
import { readHistory } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

export const orderEntity = ({ store }: Pick<EntityDependencies, 'store'>) =>
  defineEntity({
    path: '/orders/:order_id',
    name: 'An order',
    historySummary: "All of an order's events",
    notFoundCode: 'order_not_found',
    params: z.object({ order_id: queryId() }),
    state: orderSchema,
    read: ({ order_id }, _brandId, signal) => readHistory(store, `order-${order_id}`, signal),
    folding: foldingOf(orderDecider),
    view: (folded, { language }) => {
      const order = placedOrder(folded);
      return order ? viewOrder(order, language) : null;
    },
  });
