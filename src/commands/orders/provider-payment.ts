import type { OrderCommand } from '../../domain/orders/commands.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import type { Order } from '../../domain/orders/state.ts';
import { conflict } from '../../domain/refusal.ts';
import type { OperationContext } from '../bus/context.ts';
import { askFirst } from '../loop/ask-first.ts';

/** The guest's payment at a provider, in the smallest unit of the brand's currency. */
export interface ProviderPayment {
  readonly provider_payment_id: string;
  readonly amount: number;
}

/** The command that records a payment for the order. Throws provider_payment_already_used if it paid another order. */
export const paymentFor = async (
  context: Pick<OperationContext, 'claimFor'>,
  order: Order,
  { provider_payment_id, amount }: ProviderPayment,
): Promise<OrderCommand> => {
  const command = { type: 'RegisterPayment', provider_payment_id, amount } as const;
  // This check comes before the payment is bound to this order. If it was sent to the wrong order, it must stay free
  // for the right one.
  askFirst(orderDecider, order, command);
  const owner = await context.claimFor('provider_payment', provider_payment_id, order.order_id);
  if (owner !== order.order_id) throw conflict('provider_payment_already_used');
  return command;
};
