import { z } from 'zod';
import { pagedEntryOf } from '../../domain/collections/paged-by-id.ts';
import { laterOf } from '../../domain/later-of.ts';
import { toBusinessDate } from '../../domain/local-time.ts';
import type { GoodsToReturn } from '../../domain/orders/commands.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import type { OrderEvent } from '../../domain/orders/events.ts';
import { returnWithoutNumber } from '../../domain/orders/return-goods.ts';
import type { Order } from '../../domain/orders/state.ts';
import { Refusal } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import { defineCommand } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { amount } from '../fields/answer-fields.ts';
import { id, money, quantity } from '../fields/fields.ts';
import { Unavailable } from '../loop/unavailable.ts';
import { settleWithOrganization } from '../organizations/organization-charges.ts';
import { paymentTypeAt, requireTillPoint } from '../points/till-point.ts';
import { divisiblesOf } from './cheque-items.ts';
import { requireOrder } from './find-order.ts';
import type { OrderNeeds } from './order-needs.ts';

const input = z.object({
  order_id: id(),
  lines: z
    .array(z.object({ line_id: id(), quantity: quantity() }))
    .min(1)
    .max(1_000),
  payment_type_id: id(),
  refunded_amount: money().nullish(),
  service_amount: money().nullish(),
  delivery_amount: money().nullish(),
  debt_amount: money().nullish(),
});

const result = z.object({
  id: z.int(),
  return_id: z.int(),
  document_number: z.int(),
  total_amount: amount(),
  refunded_amount: amount(),
  /** The money to give back, by payment type. */
  refunds: z.array(
    z.object({
      payment_type_id: z.int(),
      payment_type_name: z.string(),
      payment_category_id: z.int(),
      amount: amount(),
    }),
  ),
  debt_amount: amount(),
});

/** How often the return is tried. Each attempt fails only if another return of the same cheque came first. */
const MAX_ATTEMPTS = 100;

/**
 * Returns goods. It writes two streams: first the till's, which gives the document number, then the order's. The number
 * belongs to the first, second, … return of the cheque, and not to the caller. So after a refused return, the next one
 * uses its number, and no number is left out.
 */
export const returnGoods = defineCommand({
  type: 'ReturnGoods',
  audiences: ['venue'],
  summary:
    'Takes goods of a closed cheque back, at most what was sold less what came back before. Without refunded_amount and debt_amount, debt goes back first, then money as it was paid: online, card, cash. Never more than was paid in a category: 409. A time before the cheque was closed counts as that time.',
  input,
  result,
  is_purgeable: true,
  run: async ({ order_id, ...request }, context, needs: OrderNeeds) => {
    const order = await requireOrder(context, order_id);
    const done = await context.recorded(orderDecider, order_id);
    if (done) return answer(done.events, done.position, true);
    const goods = await prepare(context, needs, order, request);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const now = attempt === 0 ? order : await requireOrder(context, order_id);
      const ordinal = now.returns.length + 1;
      // This check comes before the till gives a number: a refused return must not use one up.
      returnWithoutNumber(now, goods);
      const numbered = await number(context, order, ordinal);
      const command = { type: 'ReturnGoods' as const, ...goods, ordinal, ...numbered };
      try {
        const handled = await context.handle(orderDecider, order_id, command, { point_id: order.point_id });
        await settleWithOrganization(needs.charges, order, handled.events, context.envelope(order.point_id));
        return answer(handled.events, handled.position, handled.duplicate);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'return_number_taken') throw error;
      }
    }
    throw new Unavailable('goods of one cheque are returned by too many at once');
  },
});

const prepare = async (
  context: CommandContext,
  needs: OrderNeeds,
  order: Order,
  request: Omit<z.output<typeof input>, 'order_id'>,
): Promise<GoodsToReturn> => {
  const point = await requireTillPoint(context, needs, order.point_id);
  const { timezone, business_day_cutoff } = point.point;
  const at = laterOf(order.cheque?.closed_at ?? order.placed_at, context.occurred_at);
  return {
    return_id: await context.newId('return'),
    at,
    business_date: toBusinessDate(at, timezone, business_day_cutoff),
    lines: request.lines,
    ...paymentTypeAt(point, request.payment_type_id, 'payment_type_id'),
    refunded_amount: request.refunded_amount ?? undefined,
    service_amount: request.service_amount ?? 0,
    delivery_amount: request.delivery_amount ?? 0,
    debt_amount: request.debt_amount ?? undefined,
    divisible_product_ids: divisiblesOf(point, order.cheque?.lines ?? []),
  };
};

const number = async (context: CommandContext, { point_id, brand_id, order_id }: Order, ordinal: number) => {
  const command = { type: 'NumberReturn' as const, brand_id, point_id, order_id, ordinal };
  const { state } = await context.handle(tillDecider, point_id, command, { point_id, step: `return ${ordinal}` });
  const { document_number } = pagedEntryOf(state.return_numbers, order_id)!;
  return { document_number, shift_id: state.open_shift?.shift_id ?? null };
};

const answer = (events: readonly OrderEvent[], position: number | null, duplicate: boolean) => {
  const returned = events.find((event) => event.type === 'GoodsReturned')?.data;
  const { return_id, document_number, total_amount, refunded_amount, refunds, debt_amount } = returned!;
  const given = { total_amount, refunded_amount, refunds, debt_amount };
  return { position, duplicate, result: { id: return_id, return_id, document_number, ...given } };
};
