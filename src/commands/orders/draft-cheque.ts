import { z } from 'zod';
import { toBusinessDate } from '../../domain/local-time.ts';
import type { ChequeOpened } from '../../domain/orders/events.ts';
import { type PricedCart, priceCart } from '../../domain/orders/pricing.ts';
import { invalid } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';
import { requireAtWork } from '../employees/employees.ts';
import { id, integer, name, text, uuid } from '../fields/fields.ts';
import type { OrderingPoint } from '../points/ordering-point.ts';
import { chequeClient } from './cheque-client.ts';
import { chooseSub } from './draft-order.ts';
import { orderTypeId, tillItems } from './order-input.ts';
import type { OrderNeeds } from './order-needs.ts';

export const chequeInput = z.object({
  point_id: uuid(),
  order_type_id: orderTypeId,
  order_type_sub_id: id().nullish(),
  table_id: id().nullish(),
  waiter_id: id().nullish(),
  guests: integer().min(1).max(1_000).nullish(),
  client: z.object({ phone: text(64).nullish(), name: text(255).nullish() }).nullish(),
  source_id: integer().min(0).meta({ maximum: Number.MAX_SAFE_INTEGER }).nullish(),
  external_id: name(255).nullish(),
  items: tillItems.nullish(),
});

export type ChequeRequest = z.output<typeof chequeInput>;

/** A cheque that is checked and priced, before it has ids. */
export interface ChequeDraft {
  readonly cart: PricedCart;
  /** All fields of the event but the ids, and the fields that depend on them. */
  readonly cheque: Omit<ChequeOpened, 'order_id' | 'lines' | 'hold_id'>;
}

export const draftCheque = async (
  context: CommandContext,
  { clients }: OrderNeeds,
  request: ChequeRequest,
  point: OrderingPoint,
): Promise<ChequeDraft> => {
  const { brand_id, occurred_at } = context;
  const { point_id, order_type_id, table_id, waiter_id, client } = request;
  const order_type_sub_id = chooseSub(request, {}, point.order_type_subs);
  if (table_id != null && !point.tables.has(table_id)) throw invalid('table_not_found', { field: 'table_id' });
  if (waiter_id != null) await requireAtWork(context, waiter_id, 'waiter_id');
  const cart = priceCart(request.items ?? [], point.priceBook([], occurred_at));
  const personal = await chequeClient(context, clients, client, point_id);
  const { timezone, business_day_cutoff } = point.point;
  return {
    cart,
    cheque: {
      brand_id,
      point_id,
      external_id: request.external_id ?? null,
      timezone,
      // The till opened it, so it need not accept it.
      status: 'UNCONFIRMED_ORDER',
      order_type_id,
      order_type_sub_id,
      source_id: request.source_id ?? 0,
      table_id: table_id ?? null,
      waiter_id: waiter_id ?? null,
      persons: request.guests ?? 1,
      reservation_id: null,
      deposit: null,
      items_amount: cart.items_amount,
      total_amount: cart.items_amount,
      placed_at: occurred_at,
      placed_business_date: toBusinessDate(occurred_at, timezone, business_day_cutoff),
      personal: { ...personal, line_comments: {} },
    },
  };
};
