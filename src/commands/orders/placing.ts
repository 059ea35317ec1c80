import type { OrderPlaced } from '../../domain/orders/events.ts';
import type { WantedUnits } from '../../domain/stop-list/unit-commands.ts';
import type { PartnerContext } from '../bus/context.ts';
import type { ClientRegister } from '../clients/client-register.ts';
import type { OrderingPoint } from '../points/ordering-point.ts';
import { type OrderDraft, toOrderPlaced } from './draft-order.ts';
import type { PlaceOrderInput } from './order-input.ts';
import type { OrderNeeds } from './order-needs.ts';

export interface PlacingNeeds extends OrderNeeds {
  readonly clients: Pick<ClientRegister, 'findOrCreate' | 'nameOf' | 'lookUp'>;
  /** Whether the event store can append under conditions. */
  readonly takesConditions: boolean;
}

/** A request to place an order, with the services that it needs. */
export interface Placing {
  readonly context: PartnerContext;
  readonly needs: PlacingNeeds;
  readonly input: PlaceOrderInput;
  readonly point: OrderingPoint;
}

/**
 * All units of the cart, not only those of products that the price book shows as limited: another app process may have
 * just limited one.
 */
export const wantedUnits = ({ cart }: OrderDraft): WantedUnits[] =>
  cart.items.flatMap((item) => [item, ...item.modifiers]);

/** Who orders. */
export const clientOf = ({ context, input }: Placing, { phone }: OrderDraft) => ({
  brand_id: context.brand_id,
  phone,
  name: input.client.name ?? null,
});

/**
 * The order as its event has it. If the request has no name, the name that the client gave before is used; a new client has
 * given none.
 */
export const orderOf = async (
  { context, needs, input, point }: Placing,
  draft: OrderDraft,
  ids: { readonly order_id: number; readonly client_id: number; readonly hold_id: string | null },
  isNewClient = false,
): Promise<OrderPlaced> => {
  const said = input.client.name?.trim() || null;
  const client_name = said ?? (isNewClient ? null : await needs.clients.nameOf(ids.client_id));
  return toOrderPlaced(draft, input, context.caller, point, { ...ids, client_name }, context.occurred_at);
};
