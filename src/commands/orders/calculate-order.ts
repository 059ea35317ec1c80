import { quoteDelivery } from '../../domain/delivery/quote.ts';
import { priceCart } from '../../domain/orders/pricing.ts';
import { ORDER_TYPES } from '../../domain/references/lists.ts';
import { defineOperation } from '../bus/operation.ts';
import { requireOrderingPoint } from '../points/ordering-point.ts';
import { type CalculateInput, calculateInput, LARGEST_ORDER } from './order-input.ts';
import type { OrderNeeds } from './order-needs.ts';

export const calculateOrder = defineOperation({
  audiences: ['partner'],
  summary: 'Price a cart',
  input: calculateInput,
  bodyLimit: LARGEST_ORDER,
  run: async (input: CalculateInput, { caller, occurred_at }, needs: OrderNeeds) => {
    const point = await requireOrderingPoint(needs, caller, input.point_id);
    const cart = priceCart(input.items, point.priceBook(caller.showcase_ids, occurred_at));
    const { order_type_id, address } = input;
    const delivered = order_type_id === ORDER_TYPES.delivery && address;
    const delivery = delivered ? quoteDelivery(point.zones, address, cart.items_amount) : null;
    return { position: null, result: { ...cart, delivery } };
  },
});
