import { z } from 'zod';
import { toBusinessDate } from '../../domain/local-time.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import type { ChequeOpened } from '../../domain/orders/events.ts';
import { numberLines } from '../../domain/orders/lines.ts';
import { type PricedCart, priceCart } from '../../domain/orders/pricing.ts';
import { type Order, placedOrder, requirePlaced } from '../../domain/orders/state.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { type CommandOutcome, defineCommand } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { type OrderResult, orderResult } from '../bus/results.ts';
import { requireEmployee } from '../employees/employees.ts';
import { id, integer, text, uuid } from '../fields/fields.ts';
import { Unavailable } from '../loop/unavailable.ts';
import type { UnitHolds } from '../stop-list/unit-holds.ts';
import { chequeClient } from './cheque-client.ts';
import { chooseSub } from './draft-order.ts';
import { orderedItems, orderTypeId } from './order-input.ts';
import type { Ordering } from './ordering.ts';
import type { OrderingPoint } from './ordering-point.ts';
import { requireOwnOrder } from './own-order.ts';
import { orderKey } from './place-order.ts';
import { requireTillPoint } from './till-point.ts';

const fields = z.object({
  point_id: uuid(),
  order_type_id: orderTypeId,
  order_type_sub_id: id().nullish(),
  table_id: id().nullish(),
  waiter_id: id().nullish(),
  guests: integer().min(1).max(1_000).nullish(),
  client: z.object({ phone: text(64).nullish(), name: text(255).nullish() }).nullish(),
  source_id: integer().min(0).meta({ maximum: Number.MAX_SAFE_INTEGER }).nullish(),
  external_id: text(255).min(1).nullish(),
  items: orderedItems.nullish(),
});

type ChequeRequest = z.output<typeof fields>;

const MAX_ATTEMPTS = 3;

/**
 * An external_id that was used at the point answers the order it belongs to. A repeat of the command answers what the
 * first run opened. Throws what PlaceOrder throws for items, and not found for a point outside the key's.
 */
const open = async (
  context: CommandContext,
  ordering: Ordering,
  request: ChequeRequest,
): Promise<CommandOutcome<OrderResult>> => {
  const point = await requireTillPoint(context, ordering, request.point_id);
  const { external_id } = request;
  const order_id = external_id
    ? (await context.claim(orderKey(request.point_id, external_id))).id
    : await context.newId('order');
  const done = await context.recorded(orderDecider, order_id);
  if (done) return answer(requirePlaced(done.state), done.position, true);
  const known = external_id ? placedOrder(await context.load(orderDecider, order_id)) : null;
  if (known) {
    requireOwnOrder(known, request, false);
    return answer(known, null, false);
  }
  const draft = await draftCheque(context, ordering, request, point);
  return record(context, ordering.units, draft, order_id);
};

export const openCheque = defineCommand({
  type: 'OpenCheque',
  audiences: ['venue'],
  summary: "Opens a cheque of the till's own, with or without items.",
  input: fields,
  result: orderResult,
  is_purgeable: true,
  run: (input, context, ordering: Ordering) => open(context, ordering, input),
});

const answer = (
  { order_id, status }: Order,
  position: number | null,
  duplicate: boolean,
): CommandOutcome<OrderResult> => ({
  position,
  duplicate,
  result: { id: order_id, order_id, status },
});

interface Draft {
  readonly cart: PricedCart;
  /** Everything but the ids, and what depends on them. */
  readonly cheque: Omit<ChequeOpened, 'order_id' | 'lines' | 'hold_id'>;
}

const draftCheque = async (
  context: CommandContext,
  { clients }: Ordering,
  request: ChequeRequest,
  point: OrderingPoint,
): Promise<Draft> => {
  const { brand_id, occurred_at } = context;
  const { point_id, order_type_id, table_id, waiter_id, client } = request;
  const order_type_sub_id = chooseSub(request, {}, point.order_type_subs);
  if (table_id != null && !point.tables.has(table_id)) throw invalid('table_not_found', { field: 'table_id' });
  if (waiter_id != null) await requireEmployee(context, waiter_id, 'waiter_id');
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
      // The till has it: it need not accept it first.
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

/** Units first, as for a partner's order; then the cheque itself, whose append is the moment it exists. */
const record = async (
  context: CommandContext,
  units: UnitHolds,
  { cart, cheque }: Draft,
  order_id: number,
): Promise<CommandOutcome<OrderResult>> => {
  const { brand_id, point_id } = cheque;
  const envelope = context.envelope(point_id);
  const { lines, line_comments } = numberLines(cart.items, order_id);
  const wanted = cart.items.flatMap((item) => [item, ...item.modifiers]);
  const personal = { ...cheque.personal, line_comments };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const hold_id = wanted.length === 0 ? null : await units.take({ brand_id, point_id, order_id, wanted }, envelope);
    const hold = hold_id === null ? null : { brand_id, point_id, order_id, hold_id };
    const opened: ChequeOpened = { ...cheque, order_id, lines, hold_id, personal };
    try {
      const command = { type: 'OpenCheque' as const, cheque: opened };
      const handled = await context.handle(orderDecider, order_id, command, { point_id });
      const order = requirePlaced(handled.state);
      requireOwnOrder(order, cheque, handled.events.length > 0);
      // Somebody else was first with this external_id: these units are nobody's.
      if (hold && order.hold_id !== hold_id) await units.giveBack(hold, envelope).catch(() => {});
      return answer(order, handled.position, handled.duplicate);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'order_hold_abandoned') throw error;
      if (hold) await units.giveBack(hold, envelope);
    }
  }
  throw new Unavailable('the units of a cheque were given back again and again');
};
