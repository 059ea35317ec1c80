import { z } from 'zod';
import { brandDecider } from '../../domain/brand/decide.ts';
import { toBusinessDate } from '../../domain/local-time.ts';
import type { CloseCheque } from '../../domain/order/commands.ts';
import { orderDecider } from '../../domain/order/decide.ts';
import type { ChequePayment } from '../../domain/order/events.ts';
import type { Order } from '../../domain/order/order.ts';
import { pointDecider } from '../../domain/point/point.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/till/till.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { id, money } from '../fields.ts';
import { requireEmployee } from '../staff/employees.ts';
import { handleOrder } from './orders.ts';

const payment = z.object({ payment_type_id: id(), amount: money(), tendered: money().nullish() });

const input = z.object({ order_id: id(), cashier_id: id(), payments: z.array(payment).max(50) });

/**
 * Closes the cheque: two streams take part, the till's (open shift, number) and the order's. The number comes first
 * and stays with the order: a crash between the two costs nothing, for the repeat finds the number and closes.
 */
export const closeCheque = defineCommand({
  type: 'CloseCheque',
  audiences: ['venue'],
  summary: 'Takes the payment and closes the cheque in the open shift; payments must equal the total.',
  input,
  run: ({ order_id, cashier_id, payments }, context) =>
    handleOrder(context, order_id, async (order) => {
      await requireEmployee(context, cashier_id, 'cashier_id');
      const command = await prepare(context, order, cashier_id, await namePayments(context, order, payments));
      // Asked before the till gives a number: a refused closing should not use one up.
      if (!context.repeat) orderDecider.decide(order, command);
      return { ...command, ...(await numberCheque(context, order)) };
    }),
});

const prepare = async (
  context: CommandContext,
  order: Order,
  cashier_id: number,
  payments: readonly ChequePayment[],
): Promise<CloseCheque> => {
  const point = await context.load(pointDecider, order.point_id);
  if (!point) throw notFound('point_not_found');
  const at = context.occurred_at;
  const business_date = toBusinessDate(at, point.timezone, point.business_day_cutoff);
  return { type: 'CloseCheque', shift_id: 0, cheque_number: 0, cashier_id, business_date, at, payments };
};

const namePayments = async (
  context: CommandContext,
  order: Order,
  payments: readonly z.output<typeof payment>[],
): Promise<ChequePayment[]> => {
  const brand = await context.load(brandDecider, context.brand_id);
  return payments.map(({ payment_type_id, amount, tendered }, index) => {
    const type = brand?.payment_types[payment_type_id];
    if (!type?.point_ids.includes(order.point_id)) {
      throw invalid('payment_type_not_available', { field: `payments[${index}].payment_type_id` });
    }
    return {
      payment_type_id,
      payment_type_name: type.name,
      payment_category_id: type.category_id,
      amount,
      tendered: tendered ?? null,
    };
  });
};

const numberCheque = async (context: CommandContext, order: Order) => {
  const { point_id, order_id } = order;
  const till = await context.handle(tillDecider, point_id, { type: 'NumberCheque', order_id }, { point_id });
  for (const event of till.events) {
    if (event.type === 'ChequeNumbered') {
      return { shift_id: event.data.shift_id, cheque_number: event.data.cheque_number };
    }
  }
  // Numbered by an earlier try, in the shift that is open now.
  return { shift_id: till.state.open_shift!.shift_id, cheque_number: till.state.numbers[order_id]! };
};
