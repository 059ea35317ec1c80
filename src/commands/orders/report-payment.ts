import type { OrderCommand } from '../../domain/orders/commands.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { type Order, requirePlaced } from '../../domain/orders/state.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import type { PartnerContext } from '../bus/context.ts';
import { defineOperation } from '../bus/operation.ts';
import { derivedUuid } from '../loop/envelope.ts';
import { requirePointOfBrand } from '../points/require-point.ts';
import { tillDayOf } from '../shifts/till-day.ts';
import { giveBackUnits } from '../stop-list/deleted-units.ts';
import { requireOrder } from './find-order.ts';
import { type ReportPaymentInput, reportPaymentInput } from './order-input.ts';
import type { OrderNeeds } from './order-needs.ts';
import { type ProviderPayment, paymentFor } from './provider-payment.ts';

/** What became of the online payment of an order that the key itself has placed: the provider is the partner's own. */
export const reportPayment = defineOperation({
  audiences: ['partner'],
  permission: 'payments',
  summary: 'Tell that an order of yours was paid online, or that its payment failed',
  input: reportPaymentInput,
  answerAfter: 'all',
  run: async (input: ReportPaymentInput & { readonly order_id: number }, context, needs: OrderNeeds) => {
    const told = requireOneOf(input);
    const order = await requireOrder(context, input.order_id);
    if (order.key_id !== context.caller.key_id) throw notFound('order_not_found');
    const { order_id, point_id } = order;
    const command =
      'failed' in told ? await failureOf(context, order, told.failed) : await paymentFor(context, order, told);
    const { state, events, position } = await context.handle(orderDecider, order_id, command, {
      point_id,
      // One order fails once: a repeat is answered with the order that the first one has deleted.
      ...('failed' in told && { command_id: derivedUuid('payment failed', order_id), repeat: true }),
    });
    const returned = await giveBackUnits(needs.units, order, events, context.envelope(point_id));
    return { position: returned ?? position, result: requirePlaced(state) };
  },
});

const requireOneOf = (input: ReportPaymentInput): ProviderPayment | { readonly failed: string } => {
  const { failed, provider_payment_id, amount } = input;
  if (failed != null) {
    if (provider_payment_id != null || amount != null) throw invalid('payment_or_failed', { field: 'failed' });
    return { failed };
  }
  if (provider_payment_id == null) throw invalid('field_required', { field: 'provider_payment_id' });
  if (amount == null) throw invalid('field_required', { field: 'amount' });
  return { provider_payment_id, amount };
};

const failureOf = async (context: PartnerContext, { point_id }: Order, reason: string): Promise<OrderCommand> => {
  const point = await requirePointOfBrand(context, context.brand_id, point_id);
  return { type: 'FailPayment', reason, ...(await tillDayOf(context, point, context.occurred_at)) };
};
