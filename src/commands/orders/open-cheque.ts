import { orderDecider } from '../../domain/orders/decide.ts';
import type { ChequeOpened } from '../../domain/orders/events.ts';
import { numberLines } from '../../domain/orders/lines.ts';
import { type Order, placedOrder, requirePlaced } from '../../domain/orders/state.ts';
import { type CommandOutcome, defineCommand } from '../bus/command.ts';
import { type CommandContext, isPast } from '../bus/context.ts';
import { requireTillPoint } from '../points/till-point.ts';
import { recordOnUnits } from '../stop-list/record-on-units.ts';
import type { UnitHolds } from '../stop-list/unit-holds.ts';
import { type ChequeDraft, type ChequeRequest, chequeInput, draftCheque } from './draft-cheque.ts';
import { requireOwnOrder } from './find-order.ts';
import { type OrderResult, orderResult } from './handle-order.ts';
import type { OrderNeeds } from './order-needs.ts';
import { orderKey } from './place-order.ts';

/**
 * Opens a cheque. If the external_id was used at the point before, answers the order that has it. A repeat of the
 * command answers the cheque that the first run opened. Throws the refusals of PlaceOrder for items, and not found for
 * a point that the key is not for.
 */
const open = async (
  context: CommandContext,
  needs: OrderNeeds,
  request: ChequeRequest,
): Promise<CommandOutcome<OrderResult>> => {
  const point = await requireTillPoint(context, needs, request.point_id);
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
  const draft = await draftCheque(context, needs, request, point);
  return record(context, needs.units, draft, order_id);
};

export const openCheque = defineCommand({
  type: 'OpenCheque',
  audiences: ['venue'],
  summary: "Opens a cheque of the till's own, with or without items.",
  input: chequeInput,
  result: orderResult,
  is_purgeable: true,
  run: (input, context, needs: OrderNeeds) => open(context, needs, input),
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

/** Takes units, as for a partner's order, and then appends the cheque. The cheque exists from the append on. */
const record = async (
  context: CommandContext,
  units: UnitHolds,
  { cart, cheque }: ChequeDraft,
  order_id: number,
): Promise<CommandOutcome<OrderResult>> => {
  const { brand_id, point_id } = cheque;
  const of = { brand_id, point_id, order_id };
  const envelope = context.envelope(point_id);
  const { lines, line_comments } = numberLines(cart.items, order_id);
  const wanted = cart.items.flatMap((item) => [item, ...item.modifiers]);
  const personal = { ...cheque.personal, line_comments };
  const handled = await recordOnUnits(units, of, envelope, {
    take: async () => (wanted.length === 0 ? null : units.take({ ...of, wanted, is_sold: isPast(context) }, envelope)),
    record: async (hold_id) => {
      const opened: ChequeOpened = { ...cheque, order_id, lines, hold_id, personal };
      const command = { type: 'OpenCheque' as const, cheque: opened };
      const handled = await context.handle(orderDecider, order_id, command, { point_id });
      const order = requirePlaced(handled.state);
      requireOwnOrder(order, cheque, handled.events.length > 0);
      return { order, position: handled.position, duplicate: handled.duplicate };
    },
    // Another call with this external_id may have come first.
    isUsed: ({ order }, hold_id) => order.hold_id === hold_id,
  });
  return answer(handled.order, handled.position, handled.duplicate);
};
