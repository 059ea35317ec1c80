import { conflict, invalid } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import { amountsWith, itemsAmount } from './amounts.ts';
import { closeCheque } from './close-cheque.ts';
import type { AddItems, AdjustCheque, AssignCheque, ChequeCommand } from './commands.ts';
import type { OrderEvent } from './events.ts';
import { countLines, numberLines } from './lines.ts';
import { MAX_AMOUNT, MAX_LINES } from './pricing.ts';
import { removeItem } from './remove-item.ts';
import { reopenCheque } from './reopen-cheque.ts';
import { returnGoods } from './return-goods.ts';
import { type Order, openHoldIds } from './state.ts';
import { requireWithTill } from './status.ts';

/**
 * The lines and amounts of a cheque can change only while the till has it. Goods can be returned only after it is
 * closed.
 */
export const decideCheque = (order: Order, command: ChequeCommand): readonly OrderEvent[] => {
  switch (command.type) {
    case 'AddItems':
      return addItems(order, command);
    case 'AbandonItems':
      return abandonItems(order, command.hold_id);
    case 'AbandonCharge':
      return abandonCharge(order, command.charge_id);
    case 'RemoveItem':
      return removeItem(order, command);
    case 'AdjustCheque':
      return adjust(order, command);
    case 'AssignCheque':
      return assign(order, command);
    case 'CloseCheque':
      return closeCheque(order, command);
    case 'ReopenCheque':
      return reopenCheque(order, command.reason);
    case 'ReturnGoods':
      return returnGoods(order, command);
  }
};

const addItems = (order: Order, { items, hold_id }: AddItems): readonly OrderEvent[] => {
  requireWithTill(order.status);
  // The units of these items were given back in the meantime: the caller has to take units again.
  if (hold_id !== null && order.abandoned_hold_ids.includes(hold_id)) throw conflict('order_hold_abandoned');
  if (items.length === 0) return [];
  if (countLines(order.lines) + countLines(items) > MAX_LINES) throw conflict('cheque_has_too_many_lines');
  const { order_id, last_line_id } = order;
  const { lines, line_comments } = numberLines(items, order_id, last_line_id);
  const items_amount = order.items_amount + itemsAmount(lines);
  if (items_amount > MAX_AMOUNT) throw invalid('field_too_big', { field: 'items', max: MAX_AMOUNT });
  const personal = { client_id: order.personal.client_id, line_comments };
  const amounts = amountsWith(order, { items_amount });
  return [{ type: 'ItemsAdded', data: { order_id, lines, hold_id, amounts, personal } }];
};

const abandonItems = (order: Order, hold_id: string): readonly OrderEvent[] => {
  const known = [...openHoldIds(order), ...order.sold_hold_ids, ...order.abandoned_hold_ids];
  if (known.includes(hold_id)) return [];
  const { order_id, brand_id, point_id } = order;
  return [{ type: 'ItemsAbandoned', data: { order_id, brand_id, point_id, hold_id } }];
};

/** A deleted order is never closed: nothing has to be noted. */
const abandonCharge = (order: Order, charge_id: string): readonly OrderEvent[] => {
  const { order_id, brand_id, point_id, status, cheque, abandoned_charge_ids } = order;
  const isOver = status === 'DELETED' || abandoned_charge_ids.includes(charge_id);
  if (isOver || cheque?.charge_id === charge_id) return [];
  return [{ type: 'ChargeAbandoned', data: { order_id, brand_id, point_id, charge_id } }];
};

const adjust = (order: Order, command: AdjustCheque): readonly OrderEvent[] => {
  requireWithTill(order.status);
  const { service_amount = order.service_amount, delivery_amount = order.delivery_amount } = command;
  const given = discountOf(order, command);
  const { order_id, items_amount, personal: guest } = order;
  // A discount applies to goods. It is spread over all lines, and no line may cost less than 0.
  const { discount, discount_percent } = given;
  if (discount > items_amount) throw conflict('discount_exceeds_items', { discount, items: items_amount });
  const amounts = amountsWith(order, { ...given, service_amount, delivery_amount });
  const isNewDiscount = amounts.discount !== order.discount || discount_percent !== order.discount_percent;
  const reason = command.discount_reason ?? (isNewDiscount ? null : guest.discount_reason);
  const before = [amountsWith(order, {}), order.discount_percent, guest.discount_reason];
  if (isSameValue(before, [amounts, discount_percent, reason])) return [];
  const personal = { client_id: guest.client_id, reason };
  return [{ type: 'ChequeAdjusted', data: { order_id, amounts, discount_percent, personal } }];
};

/** The discount after the command: of an amount and a percentage, the one that is given replaces the other. */
const discountOf = (order: Order, { discount, discount_percent }: AdjustCheque): Discount => {
  if (discount_percent !== undefined) return { discount: 0, discount_percent };
  if (discount !== undefined) return { discount, discount_percent: null };
  return { discount: order.discount, discount_percent: order.discount_percent };
};

type Discount = Pick<Order, 'discount' | 'discount_percent'>;

const assign = (order: Order, { assigned }: AssignCheque): readonly OrderEvent[] => {
  requireWithTill(order.status);
  const { order_id, waiter_id, courier_id, table_id, persons, organization_id } = order;
  const before = { waiter_id, courier_id, table_id, persons, organization_id };
  const given = Object.fromEntries(Object.entries(assigned).filter(([, value]) => value !== undefined));
  const after = { ...before, ...given };
  return isSameValue(before, after) ? [] : [{ type: 'ChequeAssigned', data: { order_id, ...after } }];
};
