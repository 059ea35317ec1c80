import { orderDecider } from '../../domain/order/decide.ts';
import { type Order, placedOrder } from '../../domain/order/order.ts';
import { ConditionsFailed } from '../../event-store/event-store.ts';
import type { ClientRegister } from '../clients/client-register.ts';
import type { Envelope } from '../envelope.ts';
import type { CommandHandler } from '../handle.ts';
import type { Identities, IdentityKey } from '../identities.ts';
import { type OrderDraft, toOrderPlaced } from './draft-order.ts';
import type { PlaceOrderInput } from './order-input.ts';
import type { OrderingPoint } from './ordering-point.ts';
import type { Partner } from './partner.ts';
import type { UnitHolds } from './unit-holds.ts';

export interface PlacingOptions {
  readonly handler: CommandHandler;
  readonly identities: Identities;
  readonly clients: ClientRegister;
  readonly units: UnitHolds;
}

/** A request to place an order, at the moment it came in. */
export interface Placing {
  readonly partner: Partner;
  readonly input: PlaceOrderInput;
  readonly point: OrderingPoint;
  readonly envelope: Envelope;
}

/**
 * Places an order of a client we know that wants nothing limited, in one call to the event store: the external_id is
 * claimed with the append, on condition that the stop-list is what it was when this process last saw it. Undefined when
 * the order needs more than that, or a condition failed: then nothing has happened, and it takes the long way.
 */
export const createPlaceAtOnce = ({ handler, identities, clients, units }: PlacingOptions) => {
  return async (placing: Placing, draft: OrderDraft, key: IdentityKey | null): Promise<Order | undefined> => {
    if (!handler.takesConditions) return undefined;
    const { partner, input, point, envelope } = placing;
    const name = input.client.name ?? null;
    const client_id = clients.known({ brand_id: partner.brand_id, phone: draft.phone, name });
    const wanted = draft.cart.items.flatMap((item) => [item, ...item.modifiers]);
    const unchanged = units.unlimitedAt(input.point_id, wanted);
    if (client_id === undefined || unchanged === null) return undefined;

    const client_name = name?.trim() || (await clients.nameOf(client_id));
    const order_id = await identities.mint();
    const ids = { order_id, client_id, client_name, hold_id: null };
    const order = toOrderPlaced(draft, input, partner, point, ids, envelope.occurred_at);
    const conditions = { unchanged, claim: key && { ...key, id: order_id } };
    try {
      const command = { type: 'PlaceOrder' as const, order };
      const { state } = await handler.handle(orderDecider, order_id, command, envelope, { fresh: true, conditions });
      return state as Order;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      // Sent again after a lost connection, it fails because the first one had landed after all.
      const { state } = await handler.load(orderDecider, order_id);
      return placedOrder(state) ?? undefined;
    }
  };
};
