import type { OrderPlaced } from '../../domain/orders/events.ts';
import type { WantedUnits } from '../../domain/stop-list/unit-commands.ts';
import type { PartnerContext } from '../bus/context.ts';
import type { ClientRegister } from '../clients/client-register.ts';
import { type OrderDraft, toOrderPlaced } from './draft-order.ts';
import type { PlaceOrderInput } from './order-input.ts';
import type { Ordering } from './ordering.ts';
import type { OrderingPoint } from './ordering-point.ts';

export interface PlacingNeeds extends Ordering {
  readonly clients: Pick<ClientRegister, 'findOrCreate' | 'nameOf' | 'known'>;
  /** Whether the event store takes conditions of an append. */
  readonly takesConditions: boolean;
}

/** A request to place an order, with what it is placed through. */
export interface Placing {
  readonly context: PartnerContext;
  readonly needs: PlacingNeeds;
  readonly input: PlaceOrderInput;
  readonly point: OrderingPoint;
}

/** Everything, and not what the price book knows to be limited: another process may just have stopped a product. */
export const wantedUnits = ({ cart }: OrderDraft): WantedUnits[] =>
  cart.items.flatMap((item) => [item, ...item.modifiers]);

/** Who orders. */
export const clientOf = ({ context, input }: Placing, { phone }: OrderDraft) => ({
  brand_id: context.brand_id,
  phone,
  name: input.client.name ?? null,
});

/** The order as its event has it. Who has told a name once need not tell it with every order. */
export const orderOf = async (
  { context, needs, input, point }: Placing,
  draft: OrderDraft,
  ids: { readonly order_id: number; readonly client_id: number; readonly hold_id: string | null },
): Promise<OrderPlaced> => {
  const client_name = input.client.name?.trim() || (await needs.clients.nameOf(ids.client_id));
  return toOrderPlaced(draft, input, context.caller, point, { ...ids, client_name }, context.occurred_at);
};
