import { getMenu } from '../generated/hey-api/index.ts';
import type { Menu, NewOrder } from '../generated/hey-api/types.gen.ts';
import { getPlaceOrderUrl, type Order } from '../generated/orval.ts';

/** That the generated names are those a person would look for. It is compiled, and never run. */
export const cheapest = async (pointId: string, menuId: number): Promise<NewOrder['items']> => {
  const { data } = await getMenu({ path: { id: menuId }, query: { point_id: pointId } });
  const menu: Menu | undefined = data;
  const [product] = [...(menu?.products ?? [])].sort((a, b) => a.price - b.price);
  return product ? [{ product_id: product.product_id, quantity: 1 }] : [];
};

export const describe = (order: Order): string => `${getPlaceOrderUrl()} ${order.order_id}: ${order.total_amount}`;
