import { z } from 'zod';
import { pagedEntryOf } from '../../domain/collections/paged-by-id.ts';
import { laterOf } from '../../domain/later-of.ts';
import { toBusinessDate } from '../../domain/local-time.ts';
import { closeWithoutNumber, debtOf, MAX_PAYMENTS } from '../../domain/orders/close-cheque.ts';
import type { Closing } from '../../domain/orders/commands.ts';
import type { Order } from '../../domain/orders/state.ts';
import { invalid } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import { defineCommand } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { requireAtWork } from '../employees/employees.ts';
import { id, integer, money, name } from '../fields/fields.ts';
import { closeOnHold } from '../loyalty/close-on-hold.ts';
import { closeOnCharge } from '../organizations/close-on-charge.ts';
import { paymentTypeAt, requireTillPoint } from '../points/till-point.ts';
import { handleOrder, orderResult } from './handle-order.ts';
import type { OrderNeeds } from './order-needs.ts';

const payment = z.object({
  payment_type_id: id(),
  amount: money(),
  tendered: money().nullish(),
  /** The payment is in points of the loyalty service. `customer_id` is the id that this service gave to the guest. */
  loyalty: z.object({ customer_id: z.union([name(255), integer()]) }).nullish(),
  /** Who owes a payment of category 6 on a cheque without an organization. */
  employee_id: id().nullish(),
});

const input = z.object({ order_id: id(), cashier_id: id(), payments: z.array(payment).max(MAX_PAYMENTS) });

/**
 * Closes the cheque. It writes two streams: first the till's, which gives the number in the open shift, then the
 * order's. The number belongs to the order: after a crash between the two, a repeat finds the number and closes the
 * cheque with it. If an organization owes a part of the cheque, its stream is written before those two.
 */
export const closeCheque = defineCommand({
  type: 'CloseCheque',
  audiences: ['venue'],
  summary:
    'Takes the payment and closes the cheque in the open shift; payments must equal the total less the deposit. A time before the cheque was opened counts as that time.',
  input,
  result: orderResult,
  is_purgeable: true,
  run: ({ order_id, cashier_id, payments }, context, needs: OrderNeeds) =>
    closeOnHold(context, needs.loyalty, (holdFor) =>
      closeOnCharge(needs.charges, context.envelope, (chargeFor) =>
        handleOrder(context, needs, order_id, async (order) => {
          await requireEmployees(context, cashier_id, payments);
          const closing = await prepare(context, needs, order, cashier_id, payments);
          // This check comes before points are held, the organization is charged and the till gives a number: a refused
          // closing must leave no hold, no charge and no number behind.
          const cheque = closeWithoutNumber(order, closing);
          const held = { ...closing, payments: await holdFor(order, closing.payments, cheque.payments) };
          const charge = await chargeFor(order, debtOf(cheque));
          return { type: 'CloseCheque', ...held, charge, ...(await numberCheque(context, order)) };
        }),
      ),
    ),
});

type Payments = readonly z.output<typeof payment>[];

const requireEmployees = async (context: CommandContext, cashierId: number, payments: Payments): Promise<void> => {
  await requireAtWork(context, cashierId, 'cashier_id');
  for (const [index, { employee_id }] of payments.entries()) {
    if (employee_id == null) continue;
    await requireAtWork(context, employee_id, `payments[${index}].employee_id`);
  }
};

const prepare = async (
  context: CommandContext,
  needs: OrderNeeds,
  order: Order,
  cashier_id: number,
  payments: Payments,
): Promise<Closing> => {
  const known = await requireTillPoint(context, needs, order.point_id);
  const { timezone, business_day_cutoff } = known.point;
  const at = laterOf(order.placed_at, context.occurred_at);
  const lines = order.lines.flatMap((line) => [line, ...line.modifiers]);
  return {
    cashier_id,
    at,
    business_date: toBusinessDate(at, timezone, business_day_cutoff),
    payments: payments.map(({ payment_type_id, amount, tendered, loyalty, employee_id }, index) => ({
      ...paymentTypeAt(known, payment_type_id, `payments[${index}].payment_type_id`),
      amount,
      tendered: tenderedFor(amount, tendered, `payments[${index}].tendered`),
      is_deposit: false,
      loyalty: loyalty ? { ...loyalty, hold_id: null, operation_id: null } : null,
      debtor_employee_id: employee_id ?? null,
    })),
    products: lines.flatMap((line) => {
      const product = known.product(line.product_id);
      return product ? [{ product_id: product.product_id, category_id: product.category_id, cost: product.cost }] : [];
    }),
  };
};

/** The amount that the guest handed over. It is at least the amount to pay; the rest is change. */
const tenderedFor = (amount: number, tendered: number | null | undefined, field: string): number | null => {
  if (tendered == null) return null;
  if (tendered < amount) throw invalid('field_too_small', { field, min: amount });
  return tendered;
};

/**
 * The number of the order's cheque in the open shift. If an earlier attempt got a number, and its shift is still open,
 * that number is used. If that shift was closed since then, its money may have been handed over, so the cheque gets a
 * number in the shift that is open now. Throws shift_not_open (409).
 */
const numberCheque = async (context: CommandContext, { point_id, order_id }: Order) => {
  const command = { type: 'NumberCheque' as const, order_id };
  for (let attempt = 0; ; attempt++) {
    // Each attempt has a step of its own name. With the same name, the step in the earlier shift would count as done.
    const step = attempt > 0 && { step: `number again ${attempt}` };
    const till = await context.handle(tillDecider, point_id, command, { point_id, ...step });
    const { open_shift, numbers } = till.state;
    const cheque_number = open_shift ? pagedEntryOf(numbers, order_id) : undefined;
    if (open_shift && cheque_number !== undefined) return { shift_id: open_shift.shift_id, cheque_number };
  }
};
