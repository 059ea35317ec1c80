import { z } from 'zod';
import { pagedEntryOf } from '../../domain/collections/paged-by-id.ts';
import { laterOf } from '../../domain/later-of.ts';
import { toBusinessDate } from '../../domain/local-time.ts';
import { closeWithoutNumber } from '../../domain/orders/close-cheque.ts';
import type { Closing } from '../../domain/orders/commands.ts';
import type { Order } from '../../domain/orders/state.ts';
import { invalid } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import { defineCommand } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { orderResult } from '../bus/results.ts';
import { requireEmployee } from '../employees/employees.ts';
import { id, integer, money, name } from '../fields/fields.ts';
import type { Ordering } from './ordering.ts';
import { paymentTypeAt, requireTillPoint } from './till-point.ts';
import { handleOrder } from './venue-orders.ts';

const payment = z.object({
  payment_type_id: id(),
  amount: money(),
  tendered: money().nullish(),
  /** Paid with the guest's points in the loyalty service; the service's id of the guest. */
  loyalty: z.object({ customer_id: z.union([name(255), integer()]) }).nullish(),
});

const input = z.object({ order_id: id(), cashier_id: id(), payments: z.array(payment).max(50) });

/**
 * Closes the cheque. Two streams take part: the till's (open shift, number) and the order's. The number comes first and
 * stays with the order: after a crash between the two, the repeat finds the number and closes.
 */
export const closeCheque = defineCommand({
  type: 'CloseCheque',
  audiences: ['venue'],
  summary:
    'Takes the payment and closes the cheque in the open shift; payments must equal the total. A time before the cheque was opened counts as that time.',
  input,
  result: orderResult,
  is_purgeable: true,
  run: ({ order_id, cashier_id, payments }, context, ordering: Ordering) =>
    handleOrder(context, ordering, order_id, async (order) => {
      await requireEmployee(context, cashier_id, 'cashier_id');
      const closing = await prepare(context, ordering, order, cashier_id, payments);
      // Before the till gives a number: a refused closing should not use one up.
      closeWithoutNumber(order, closing);
      return { type: 'CloseCheque', ...closing, ...(await numberCheque(context, order)) };
    }),
});

const prepare = async (
  context: CommandContext,
  ordering: Ordering,
  order: Order,
  cashier_id: number,
  payments: readonly z.output<typeof payment>[],
): Promise<Closing> => {
  const known = await requireTillPoint(context, ordering, order.point_id);
  const { timezone, business_day_cutoff } = known.point;
  const at = laterOf(order.placed_at, context.occurred_at);
  const lines = order.lines.flatMap((line) => [line, ...line.modifiers]);
  return {
    cashier_id,
    at,
    business_date: toBusinessDate(at, timezone, business_day_cutoff),
    payments: payments.map(({ payment_type_id, amount, tendered, loyalty }, index) => ({
      ...paymentTypeAt(known, payment_type_id, `payments[${index}].payment_type_id`),
      amount,
      tendered: tenderedFor(amount, tendered, `payments[${index}].tendered`),
      is_deposit: false,
      loyalty: loyalty ? { ...loyalty, hold_id: null, operation_id: null } : null,
    })),
    products: lines.flatMap((line) => {
      const product = known.product(line.product_id);
      return product ? [{ product_id: product.product_id, category_id: product.category_id, cost: product.cost }] : [];
    }),
  };
};

/** What the guest handed over; the change follows from it, and is never negative. */
const tenderedFor = (amount: number, tendered: number | null | undefined, field: string): number | null => {
  if (tendered == null) return null;
  if (tendered < amount) throw invalid('field_too_small', { field, min: amount });
  return tendered;
};

/**
 * The number of the order's cheque in the open shift. The number of an earlier attempt counts if its shift is still
 * open. If that shift was closed meanwhile, and its money perhaps handed over, no cheque can be closed into it any
 * more. Throws shift_not_open (409).
 */
const numberCheque = async (context: CommandContext, { point_id, order_id }: Order) => {
  const command = { type: 'NumberCheque' as const, order_id };
  for (let attempt = 0; ; attempt++) {
    // With the same name, the step in the earlier shift would be found again, and nothing new would be done.
    const step = attempt > 0 && { step: `number again ${attempt}` };
    const till = await context.handle(tillDecider, point_id, command, { point_id, ...step });
    const { open_shift, numbers } = till.state;
    const cheque_number = open_shift ? pagedEntryOf(numbers, order_id) : undefined;
    if (open_shift && cheque_number !== undefined) return { shift_id: open_shift.shift_id, cheque_number };
  }
};
