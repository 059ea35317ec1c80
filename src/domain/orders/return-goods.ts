import { addQuantities, isWhole, proRata, sum } from '../money.ts';
import { conflict, invalid } from '../refusal.ts';
import type { GoodsToReturn, ReturnGoods } from './commands.ts';
import type { ChequeClosed, ChequeLine, GoodsReturned, OrderEvent } from './events.ts';
import { giveBack } from './give-back.ts';
import { onlineIn, paidOnline, refundsBeyond } from './refunds.ts';
import { type Order, requireClosed } from './state.ts';

type ReturnLine = GoodsReturned['lines'][number];

/** A return that has no number yet. */
type Unnumbered = Omit<GoodsReturned, 'document_number' | 'shift_id'>;

export const returnGoods = (order: Order, command: ReturnGoods): readonly OrderEvent[] => {
  const returned = returnWithoutNumber(order, command);
  // Another return of this cheque came first. The caller has to ask the till for the number of the next return.
  if (command.ordinal !== order.returns.length + 1) throw conflict('return_number_taken');
  const { document_number, shift_id } = command;
  // What goes back online is with who took it there: the till has none of it.
  const refunds = refundsBeyond(order, Math.max(0, paidOnline(order) - onlineIn(returned.refunds)));
  return [{ type: 'GoodsReturned', data: { ...returned, document_number, shift_id } }, ...refunds];
};

/**
 * A return of goods of a closed cheque, before it has a number. All returns together are at most what was sold. Goods
 * are worth what the guest paid for them, so all returns of a line together are worth the whole line. What is given back
 * is at most what was paid (give-back.ts). Throws a refusal if the goods may not be returned.
 */
export const returnWithoutNumber = (order: Order, command: GoodsToReturn): Unnumbered => {
  const { cheque } = requireClosed(order);
  const lines = [...unitsByLine(command)].map(([line_id, quantity]) =>
    returnLine(order, cheque, line_id, quantity, command),
  );
  const goods_amount = sum(lines, (line) => line.amount);
  const { service_amount, delivery_amount } = command;
  for (const field of ['service_amount', 'delivery_amount'] as const) {
    const left = cheque[field] - sum(order.returns, (earlier) => earlier[field]);
    if (command[field] > left) throw conflict('return_exceeds_paid', { field, left });
  }
  const total_amount = goods_amount + service_amount + delivery_amount;
  const { refunded_amount, refunds, debt_amount, debts } = giveBack(cheque, order.returns, total_amount, command);
  const { payment_type_id, payment_type_name, payment_category_id } = refunds[0] ?? command;
  return {
    ...documentOf(order, cheque, command),
    payment_type_id,
    payment_type_name,
    payment_category_id,
    goods_amount,
    service_amount,
    delivery_amount,
    total_amount,
    refunded_amount,
    refunds,
    debt_amount,
    debts,
    lines,
  };
};

/** Adds up the units of each line: two entries of one unit return two units, like one entry of two. */
const unitsByLine = ({ lines }: GoodsToReturn): Map<number, number> => {
  const units = new Map<number, number>();
  for (const { line_id, quantity } of lines) units.set(line_id, addQuantities(units.get(line_id) ?? 0, quantity));
  return units;
};

const returnLine = (
  order: Order,
  cheque: ChequeClosed,
  line_id: number,
  quantity: number,
  { divisible_product_ids }: GoodsToReturn,
): ReturnLine => {
  const sold = cheque.lines.find((line) => line.line_id === line_id);
  if (!sold) throw invalid('line_not_found', { field: 'lines', line_id });
  const { product_id, product_name, category_id, price, cost } = sold;
  const earlier = returnsOf(order, sold);
  const returned_quantity = addQuantities(earlier.quantity, quantity);
  if (returned_quantity > sold.quantity) {
    throw conflict('return_exceeds_sold', { line_id, quantity, left: addQuantities(sold.quantity, -earlier.quantity) });
  }
  const isDivided = isWhole(sold.quantity) && !isWhole(quantity);
  if (isDivided && !divisible_product_ids.includes(product_id)) {
    throw invalid('quantity_not_divisible', { field: 'lines', name: product_name });
  }
  // The amount for all returned units so far, less the amounts of earlier returns. So roundings do not add up over many
  // returns.
  const amount = proRata(sold.net_amount, returned_quantity, sold.quantity) - earlier.amount;
  const is_modifier = sold.parent_line_id !== null;
  return {
    line_id,
    product_id,
    product_name,
    category_id,
    is_modifier,
    quantity,
    price,
    amount,
    cost,
    returned_quantity,
  };
};

const returnsOf = ({ returns }: Order, { line_id }: ChequeLine): { quantity: number; amount: number } => {
  const lines = returns.flatMap((it) => it.lines.filter((line) => line.line_id === line_id));
  return { quantity: lines.at(-1)?.returned_quantity ?? 0, amount: sum(lines, (line) => line.amount) };
};

const documentOf = (order: Order, cheque: ChequeClosed, command: GoodsToReturn) => {
  const { return_id, business_date, at: returned_at } = command;
  const { order_id, point_id, timezone } = order;
  const { order_type_id, source_id, waiter_id, client_id, organization_id } = cheque;
  return {
    return_id,
    order_id,
    point_id,
    returned_at,
    business_date,
    timezone,
    order_type_id,
    source_id,
    waiter_id,
    client_id,
    organization_id,
  };
};
